/** What is said of a command: one line for `--help`, its words, and a line for the shell that a test runs as it stands. */
export interface KnownCommand {
  readonly summary: string;
  readonly usage: string;
  readonly example: string;
}

const LLAMA = '{"model":{"preset":"meta-llama/Llama-3.1-8B"},"run":{"kind":"serve","maxModelLen":8192}';

/** Every command of `headroom`, in the order of the road; kept apart from the code that runs them, which loads when asked for. */
export const KNOWN_COMMANDS = {
  estimate: {
    summary: "model, run and card → GPU memory part by part, with a range and a verdict",
    usage: "headroom estimate FILE|- [--pretty]",
    example: `echo '${LLAMA},"gpu":"h100-sxm"}' | headroom estimate - --pretty`,
  },
  sweep: {
    summary: "cards × parallelism × formats × contexts × offers → plans, cheapest that fits first",
    usage: "headroom sweep FILE|-",
    example: `echo '${LLAMA},"gpus":["l4","h100-sxm"],"parallel":{"tensor":[1,2]}}' | headroom sweep -`,
  },
  advise: {
    summary: "brief and offers → allocation boundary, reasons for and against each",
    usage: "headroom advise FILE|-",
    example: `echo '{"brief":{"controlBoundary":{"accessLevel":"root"}},"offers":[]}' | headroom advise - --pretty`,
  },
  economics: {
    summary: "reserved, spot, serverless, API or period → break-even and the options side by side",
    usage: "headroom economics FILE|-",
    example: `echo '{"kind":"reserved-vs-on-demand","currency":"USD","onDemandPerHour":"2.69","reservedPerHour":"1.90","termHours":"720"}' | headroom economics -`,
  },
  evidence: {
    summary: "tool output → its format and facts, with every line that was not read",
    usage: "headroom evidence FILE|- [--format FORMAT]",
    example: `echo 'GPU 0: NVIDIA L40S (UUID: GPU-5f2c1d3e-8a4b-4c6d-9e7f-0a1b2c3d4e5f)' | headroom evidence -`,
  },
  judge: {
    summary: "card, facts and plan → verdict per area and check, with the number seen and the limit",
    usage: "headroom judge FILE|-",
    example: "headroom judge public/examples/judge.json --pretty",
  },
  bill: {
    summary: "bill files → entries, piles with reasons, totals; no database",
    usage:
      "headroom bill FILE… [--source S] [--basis effective|billed] [--timezone Z] [--currency C] [--state PRIOR.json]",
    example: "headroom bill public/headroom-bill.csv --timezone Europe/Warsaw --pretty",
  },
  verify: {
    summary: "a decision bundle → do its digest, its evidence and its signatures hold; offline",
    usage: "headroom verify BUNDLE.json|- [EVIDENCE-FILE…]",
    example: "headroom verify public/examples/decision.json",
  },
  push: {
    summary: "sends evidence, outputs or a bill to a running server, with a token; sent twice is once",
    usage:
      "headroom push evidence|outputs|bill FILE|- --server URL --token-file F [--brief BRF-12] [--review REV-3] [--gate smoke] [--source NAME]",
    example: "headroom push bill public/headroom-bill.csv --server http://127.0.0.1:3000 --token-file token.txt",
  },
  backup: {
    summary: "all tables of this installation, as of one moment, into one file with digests",
    usage: "headroom backup [FILE]",
    example: "headroom backup headroom.backup.gz",
  },
  restore: {
    summary: "a backup back into a new, empty installation",
    usage: "headroom restore FILE",
    example: "headroom restore headroom.backup.gz",
  },
} as const satisfies Readonly<Record<string, KnownCommand>>;

export type CommandName = keyof typeof KNOWN_COMMANDS;
