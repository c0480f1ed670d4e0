/** Words by namespace and key, as deep as they go. */
export interface WordTree {
  readonly [key: string]: string | WordTree;
}

const isTree = (at: string | WordTree | undefined): at is WordTree => typeof at === "object";

/** Only the parts of `all` that stand at `paths` ("shell", "review.card"); a path that is not there is a mistake. */
export function pickWords(all: WordTree, paths: readonly string[]): WordTree {
  let picked: WordTree = {};
  for (const path of paths) {
    const keys = path.split(".");
    const found = keys.reduce<string | WordTree | undefined>((at, key) => (isTree(at) ? at[key] : undefined), all);
    if (found === undefined) throw new Error(`no words at ${path}`);
    picked = joinWords(
      picked,
      keys.reduceRight<string | WordTree>((inner, key) => ({ [key]: inner }), found) as WordTree,
    );
  }
  return picked;
}

/** The words of both; where both have the same one it is the same text. */
export function joinWords(one: WordTree, other: WordTree): WordTree {
  const joined: Record<string, string | WordTree> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const own = joined[key];
    joined[key] = isTree(own) && isTree(value) ? joinWords(own, value) : value;
  }
  return joined;
}
