// Direction of imports: app -> components -> lib/<room>/server/actions -> gate -> mutations -> db; every arrow may end in a pure room.
const PURE = "money|units|digest|access|sheet|catalog|brief|memory|speed|boundary|acceptance|ledger";

/** Which pure room may lean on which. Anything not listed is forbidden. */
const LEANS = {
  money: [],
  units: [],
  digest: [],
  access: [],
  sheet: [],
  catalog: ["money", "units"],
  brief: ["money", "units", "digest", "catalog"],
  memory: ["units", "catalog"],
  speed: ["units", "catalog", "memory"],
  boundary: ["money", "units", "digest", "access", "catalog", "brief", "memory", "speed"],
  acceptance: ["money", "units", "digest", "access", "catalog", "brief", "memory", "speed", "boundary"],
  ledger: ["money", "units", "digest", "sheet"],
};

const roomRules = Object.entries(LEANS).map(([room, may]) => ({
  name: `room-${room}`,
  comment: `lib/${room} may lean only on: ${may.join(", ") || "nothing"}. Move the shared rule down into a room both may import.`,
  severity: "error",
  from: { path: `^lib/${room}/(?!server/)`, pathNot: "\\.test\\.ts$" },
  to: { path: `^lib/(${PURE})/`, pathNot: `^lib/(${[room, ...may].join("|")})/(?!server/)` },
}));

const WRITERS = "^lib/[^/]+/server/(data|mutations|mutations/[^/]+|data/[^/]+)\\.ts$";
/** The system door's closed set of functions: for what happens before anybody's scope is known. */
const SYSTEM = "^lib/db/system\\.ts$";

module.exports = {
  forbidden: [
    {
      name: "pure-room-stays-pure",
      severity: "error",
      comment:
        "A domain room calculates; it does not render, query, or read the clock, the request or the environment.",
      from: { path: `^lib/(${PURE})/(?!server/)`, pathNot: "\\.test\\.ts$" },
      to: {
        path: [
          "^app/",
          "^components/",
          "^prisma/",
          "^lib/(db|auth|gate|audit|env|i18n|jobs|alerts|testing|cli)/",
          "/server/",
          "node_modules/(next|react|react-dom|@prisma|pg|next-intl|server-only)(/|$)",
        ],
      },
    },
    {
      name: "pure-room-no-node-builtins",
      severity: "error",
      comment: "Rooms run in the browser too (what-if panel), so no node core modules.",
      from: { path: `^lib/(${PURE})/(?!server/)`, pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["core"] },
    },
    ...roomRules,
    {
      name: "only-data-and-mutations-touch-db",
      severity: "error",
      comment: "Every query lives in a room's server/data or server/mutations.",
      from: {
        path: "^(app|components|lib)/",
        pathNot: ["^lib/(db|audit|auth|gate|testing|jobs)/", WRITERS, "\\.int\\.test\\.ts$"],
      },
      to: { path: ["^lib/db/", "node_modules/(@prisma|pg)(/|$)"], pathNot: [SYSTEM] },
    },
    {
      name: "only-few-use-the-system-door",
      severity: "error",
      comment:
        "Sign-in, set-up, invitations, tokens, jobs' hand-over, the sample and the health check; everything else has a scope.",
      from: {
        path: "^(app|components|lib)/",
        pathNot: [
          "^lib/(db|auth|gate|jobs|workspace|sample)/",
          "^lib/ledger/server/",
          "^app/api/health/",
          "\\.int\\.test\\.ts$",
        ],
      },
      to: { path: SYSTEM },
    },
    {
      name: "pages-read-through-loaders",
      severity: "error",
      comment: "A loader holds the session gate; a page that calls data.ts could forget it.",
      from: { path: "^app/", pathNot: "^app/api/" },
      to: { path: WRITERS },
    },
    {
      name: "core-trusts-its-input",
      severity: "error",
      comment: "data and mutations take explicit actor and ids; they never read the request.",
      from: { path: WRITERS },
      to: { path: ["^lib/(auth|gate)/", "node_modules/next/"] },
    },
    {
      name: "components-see-only-pure-and-actions",
      severity: "error",
      comment: "A component gets plain data from its page and calls actions.",
      from: { path: "^components/" },
      to: {
        path: ["^lib/(db|auth|gate|audit|env|testing)/", "^lib/[^/]+/server/(data|mutations|loaders)", "^app/"],
        // The list of what may be set, without any value: the documentation shows it.
        pathNot: "^lib/env/known-variables\\.mjs$",
      },
    },
    {
      name: "ui-is-domain-free",
      severity: "error",
      comment: "Could this ship in another product? If not, it belongs in components/<room>.",
      from: { path: "^components/(ui|charts)/" },
      to: { path: ["^components/(?!ui/|charts/)", "^lib/(?!i18n/)"] },
    },
    {
      name: "cli-loads-no-server",
      severity: "error",
      comment: "The command line starts in under half a second: no Next.js, no Prisma.",
      from: { path: "^lib/cli/" },
      to: { path: ["^lib/(db|auth|gate|audit|i18n)/", "/server/", "node_modules/(next|react|@prisma|pg)(/|$)"] },
    },
    { name: "nothing-imports-app", severity: "error", from: { path: "^(components|lib)/" }, to: { path: "^app/" } },
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    { name: "not-to-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^lib/db/generated/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".json", ".css"],
    },
  },
};
