import "server-only";
import { getLocale } from "next-intl/server";
import { parseReference, type ReferenceKind, reference } from "@/lib/access/reference";
import { searchAccelerators } from "@/lib/catalog/accelerators";
import { listModelPresets } from "@/lib/catalog/models";
import { storable } from "@/lib/digest/storable";
import { defineReadRoute } from "@/lib/gate/route";
import { sheetAnswer, sheetForm } from "@/lib/gate/sheet-answer";
import { searchDocs } from "@/lib/i18n/documentation";
import { isLocale } from "@/lib/i18n/locales";
import { zoneOf } from "@/lib/ledger/period";
import type { Hit } from "../hit";
import { LISTS } from "../lists";
import { LIST_FILES } from "./data/lists";
import { type Found, findNumbered, searchWorkspace } from "./data/search";

const OF: Readonly<Record<Found["kind"], { readonly prefix: ReferenceKind; readonly path: string }>> = {
  brief: { prefix: "BRF", path: "/briefs" },
  plan: { prefix: "PLN", path: "/plans" },
  review: { prefix: "REV", path: "/reviews" },
  rental: { prefix: "RNT", path: "/rentals" },
  offer: { prefix: "OFF", path: "/offers" },
  bill: { prefix: "BILL", path: "/ledger/import" },
};
const KINDS = Object.keys(OF) as Found["kind"][];
/** Accelerators and models that are shown. */
const MOST = 5;
/** What is asked of a model of each kind on the page of the estimate. */
const RUNS = { language: "serve", encoder: "embed", media: "media" } as const;

function hitOf({ kind, number, title }: Found): Hit {
  const name = reference(OF[kind].prefix, number);
  return { kind, name, title, path: `${OF[kind].path}/${name}` };
}

/** What the catalogue holds under the name: cards to look up, models to estimate. */
function inCatalogue(text: string): Hit[] {
  if (text.length < 2) return [];
  const plain = text.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (plain === "") return [];
  const cards = searchAccelerators(text).slice(0, MOST);
  const models = listModelPresets().filter((m) =>
    m.id
      .toLowerCase()
      .replace(/[^a-z0-9]/g, "")
      .includes(plain),
  );
  return [
    ...cards.map((c): Hit => ({ kind: "accelerator", name: c.name, title: c.id, path: `/accelerators?card=${c.id}` })),
    ...models
      .slice(0, MOST)
      .map(
        (m): Hit => ({ kind: "model", name: m.id, title: "", path: `/estimate?kind=${RUNS[m.kind]}&model=${m.id}` }),
      ),
  ];
}

/** Parts of the documentation that say it, in the reader's language. */
async function inDocumentation(text: string): Promise<Hit[]> {
  const asked = await getLocale();
  const found = await searchDocs(isLocale(asked) ? asked : "en", text, MOST);
  return found.map(({ path, title, section }): Hit => ({ kind: "doc", name: title, title: section, path }));
}

/** `GET /api/search?q=`: for the palette. A number such as BRF-12, or 12 with its letters in any case, comes first. */
export const getSearch = defineReadRoute({
  name: "search.get",
  run: async (tx, _actor, request) => {
    const text = storable((new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 100));
    if (text === "") return Response.json({ hits: [] });
    const hits: Hit[] = [];
    const named = /^([a-z]+)[ -]?(\d+)$/i.exec(text);
    for (const kind of KINDS) {
      const number = named && parseReference(`${named[1]}-${named[2]}`, OF[kind].prefix);
      if (number !== null) hits.push(...(await findNumbered(tx, kind, number)).map(hitOf));
    }
    if (hits.length === 0)
      hits.push(
        ...(await searchWorkspace(tx, text)).map(hitOf),
        ...inCatalogue(text),
        ...(await inDocumentation(text)),
      );
    return Response.json({ hits });
  },
});

/** The one bill or month that a list is about, as a part of a file's name. */
const aboutOne = (search: URLSearchParams): string[] =>
  ["bill", "month"].flatMap((name) => (/^[\w-]{1,20}$/.test(search.get(name) ?? "") ? [search.get(name) ?? ""] : []));

/** `GET /api/lists/briefs?as=csv|xlsx` with the filters of the list's page: the rows that the page shows, as a file. */
export const getListFile = defineReadRoute({
  name: "lists.export",
  run: async (tx, actor, request, params) => {
    const list = LISTS.find((l) => l === params.list);
    if (!list) return null;
    const search = new URL(request.url).searchParams;
    const form = sheetForm(search.get("as"));
    const { timeZone } = await tx.workspace.findUniqueOrThrow({ where: { id: actor.workspaceId } });
    const zone = zoneOf(timeZone);
    if (!zone) throw new Error(`unknown time zone ${timeZone}`);
    const { columns, rows } = await LIST_FILES[list]({ tx, actor, zone, now: new Date(), search });
    return sheetAnswer(form, ["headroom", list, ...aboutOne(search)].join("-"), columns, rows);
  },
});
