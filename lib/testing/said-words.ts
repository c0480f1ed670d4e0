import ts from "typescript";

/** A name that a file imports, and where from. */
export interface Imported {
  readonly name: string | null;
  readonly from: string;
}

/** What a file says of itself as far as words in the browser go. */
export interface SaidWords {
  readonly place: "browser" | "server" | "either";
  readonly imports: readonly Imported[];
  /** Keys that its translators are asked for, as far as they are written: `review.card.save`, `acceptance.gates.`, `memory`. */
  readonly asked: readonly string[];
  /** Texts that could be whole keys: they count where a translator of all words is asked for what is no text. */
  readonly texts: readonly string[];
  /** Whether such a translator is asked here for a key that is no text. */
  readonly asksByValue: boolean;
  /** Properties that hold a whole key made elsewhere: `t(field.labelKey)`. */
  readonly properties: readonly string[];
  /** Functions that get such a translator. */
  readonly handsTo: readonly string[];
  /** Functions that get what a function here was given: a translator may be among it. */
  readonly handsOn: readonly string[];
  /** Parts that it hands the browser itself: `<Words of={[…]}>`. */
  readonly given: readonly string[];
}

const METHODS: ReadonlySet<string> = new Set(["rich", "markup", "raw", "has"]);
/** A translator without a name in its file. */
const UNNAMED = "";

function each(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => each(child, visit));
}

/** How far a key is written, for each way that it may go; null where it is no text at all. */
function headsOf(node: ts.Expression): string[] | null {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    const head = node.head.text.slice(0, node.head.text.lastIndexOf(".") + 1);
    return head === "" ? null : [head];
  }
  if (ts.isParenthesizedExpression(node)) return headsOf(node.expression);
  if (!ts.isConditionalExpression(node)) return null;
  const [yes, no] = [headsOf(node.whenTrue), headsOf(node.whenFalse)];
  return yes && no && [...yes, ...no];
}

function placeOf(source: ts.SourceFile): SaidWords["place"] {
  const first = source.statements[0];
  const said =
    first && ts.isExpressionStatement(first) && ts.isStringLiteral(first.expression) && first.expression.text;
  return said === "use client" ? "browser" : said === "use server" ? "server" : "either";
}

/** What is imported by a node; types are gone in the browser. */
function importedBy(node: ts.Node): Imported[] {
  if (ts.isImportDeclaration(node)) {
    const { importClause: clause } = node;
    const from = (node.moduleSpecifier as ts.StringLiteral).text;
    if (!clause) return [{ name: null, from }];
    if (clause.isTypeOnly) return [];
    const bindings = clause.namedBindings;
    const names = bindings && ts.isNamedImports(bindings) ? bindings.elements.filter((e) => !e.isTypeOnly) : [];
    const whole = bindings && ts.isNamespaceImport(bindings) ? [bindings.name.text] : [];
    return [...(clause.name ? [clause.name.text] : []), ...whole, ...names.map((e) => e.name.text)].map((name) => ({
      name,
      from,
    }));
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && !node.isTypeOnly)
    return [{ name: null, from: (node.moduleSpecifier as ts.StringLiteral).text }];
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return [];
  const from = node.arguments[0];
  return from && ts.isStringLiteralLike(from) ? [{ name: null, from: from.text }] : [];
}

/** The list of a `<Words of={[…]}>`. */
function givenBy(node: ts.Node): string[] {
  if (!ts.isJsxAttribute(node) || node.name.getText() !== "of") return [];
  if (node.parent.parent.tagName.getText() !== "Words") return [];
  const list = node.initializer && ts.isJsxExpression(node.initializer) ? node.initializer.expression : undefined;
  if (!list || !ts.isArrayLiteralExpression(list))
    throw new Error(`${node.getSourceFile().fileName}: write the list out`);
  return list.elements.map((e) => (e as ts.StringLiteral).text);
}

/** Names that hold a translator, with the namespaces that they speak; "" speaks all. */
function translatorsOf(source: ts.SourceFile): Map<string, string[]> {
  const found = new Map<string, string[]>();
  each(source, (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== "useTranslations") return;
    const from = node.arguments[0] ? headsOf(node.arguments[0]) : [""];
    if (!from) throw new Error(`${source.fileName}: write out which words ${node.getText()} speaks`);
    const name = ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : UNNAMED;
    found.set(name, [...(found.get(name) ?? []), ...from]);
  });
  return found;
}

/** The call that a translator is asked by, `t(…)` or `t.rich(…)`; undefined where it is handed on. */
function askedBy(name: ts.Identifier): ts.CallExpression | undefined {
  const { parent } = name;
  if (ts.isCallExpression(parent) && parent.expression === name) return parent;
  const method = ts.isPropertyAccessExpression(parent) && parent.expression === name && METHODS.has(parent.name.text);
  return method && ts.isCallExpression(parent.parent) ? parent.parent : undefined;
}

/** Whether an identifier only names something here: what is declared, a property. */
const isOnlyName = (id: ts.Identifier): boolean =>
  ((ts.isVariableDeclaration(id.parent) || ts.isParameter(id.parent) || ts.isPropertyAssignment(id.parent)) &&
    id.parent.name === id) ||
  (ts.isPropertyAccessExpression(id.parent) && id.parent.name === id) ||
  ts.isJsxAttribute(id.parent);

/** The function that gets an identifier as an argument. */
const receiverOf = ({ parent }: ts.Identifier): string | null =>
  ts.isCallExpression(parent) && ts.isIdentifier(parent.expression) ? parent.expression.text : null;

/** Reads one file. */
export function saidWords(file: string, text: string): SaidWords {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const translators = translatorsOf(source);
  const parameters = new Set<string>();
  const [asked, texts, properties] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const [handsTo, handsOn] = [new Set<string>(), new Set<string>()];
  const imports: Imported[] = [];
  const given: string[] = [];
  let asksByValue = false;
  for (const from of translators.get(UNNAMED) ?? []) asked.add(from);

  function asks(id: ts.Identifier, from: string): void {
    const key = askedBy(id)?.arguments[0];
    const heads = key ? headsOf(key) : null;
    for (const head of heads ?? []) asked.add(from === "" ? head : `${from}.${head}`);
    if (heads) return;
    if (from !== "") asked.add(from);
    else if (!key) handsTo.add(receiverOf(id) ?? "");
    else if (ts.isPropertyAccessExpression(key)) properties.add(key.name.text);
    else asksByValue = true;
  }
  each(source, (node) => {
    if (ts.isParameter(node) && ts.isIdentifier(node.name)) parameters.add(node.name.text);
    imports.push(...importedBy(node));
    given.push(...givenBy(node));
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
      for (const h of headsOf(node) ?? []) texts.add(h);
    if (!ts.isIdentifier(node) || isOnlyName(node)) return;
    for (const from of translators.get(node.text) ?? []) asks(node, from);
    const receiver = parameters.has(node.text) ? receiverOf(node) : null;
    if (receiver) handsOn.add(receiver);
  });
  return {
    place: placeOf(source),
    imports,
    asked: [...asked],
    texts: [...texts],
    asksByValue,
    properties: [...properties],
    handsTo: [...handsTo],
    handsOn: [...handsOn],
    given,
  };
}
