import { isRecord } from "./config-text";
import { NotEstimable } from "./not-estimable";
import { type Word, word } from "./word";

/** No dimension, vocabulary or context of a model comes near: a larger number is damage, and would take forever. */
const LARGEST_COUNT = 100_000_000;

/**
 * Typed reading of one object of a config. Every reader takes the names under which model families store the same
 * fact; the first one present wins. `need…` raises {@link NotEstimable} with the path, `maybe…` gives null.
 */
export class ConfigFields {
  constructor(
    readonly record: Readonly<Record<string, unknown>>,
    private readonly path: string,
  ) {}

  pathOf(name: string): string {
    return this.path === "" ? name : `${this.path}.${name}`;
  }

  has(name: string): boolean {
    return this.record[name] !== undefined && this.record[name] !== null;
  }

  /** A whole number above zero, or null when no name is present. Anything else there cannot be used. */
  maybeCount(...names: string[]): number | null {
    const found = this.find(names);
    if (found === null) return null;
    const { name, value } = found;
    if (typeof value === "number" && Number.isInteger(value) && value > 0 && value <= LARGEST_COUNT) return value;
    throw this.unusable(name, word("must.count"), value);
  }

  /** As {@link maybeCount}, but zero is a statement too: "none of these". */
  maybeCountOrZero(...names: string[]): number | null {
    const found = this.find(names);
    return found?.value === 0 ? 0 : this.maybeCount(...names);
  }

  /** As {@link maybeCountOrZero}; a list with one equal value for every layer is that value. */
  maybeSameCount(...names: string[]): number | null {
    const found = this.find(names);
    if (found === null || !Array.isArray(found.value)) return this.maybeCountOrZero(...names);
    const { name, value } = found;
    const [first] = value;
    if (value.some((other) => other !== first)) throw this.unusable(name, word("must.same-by-layer"), value);
    return new ConfigFields({ [name]: first }, this.path).maybeCountOrZero(name);
  }

  needCount(...names: string[]): number {
    const value = this.maybeCount(...names);
    if (value === null) throw this.missing(names);
    return value;
  }

  maybeNumber(...names: string[]): number | null {
    const found = this.find(names);
    if (found === null) return null;
    if (typeof found.value === "number" && Number.isFinite(found.value)) return found.value;
    throw this.unusable(found.name, word("must.number"), found.value);
  }

  maybeText(...names: string[]): string | null {
    const found = this.find(names);
    if (found === null) return null;
    if (typeof found.value === "string") return found.value;
    throw this.unusable(found.name, word("must.text"), found.value);
  }

  maybeFlag(name: string): boolean | null {
    const found = this.find([name]);
    if (found === null) return null;
    if (typeof found.value === "boolean") return found.value;
    throw this.unusable(name, word("must.yes-or-no"), found.value);
  }

  maybeList(name: string): readonly unknown[] | null {
    const value = this.record[name];
    return Array.isArray(value) ? value : null;
  }

  maybeObject(name: string): ConfigFields | null {
    const value = this.record[name];
    return isRecord(value) ? new ConfigFields(value, this.pathOf(name)) : null;
  }

  /** One object of a list of objects. */
  maybeItem(name: string, index: number): ConfigFields | null {
    const item = this.maybeList(name)?.[index];
    return isRecord(item) ? new ConfigFields(item, `${this.pathOf(name)}[${index}]`) : null;
  }

  missing(names: readonly string[]): NotEstimable {
    const path = this.pathOf(names[0] ?? "");
    const [name = ""] = names;
    const words = names.length === 1 ? word("reason.not-stated", { name }) : noneOf(names);
    return new NotEstimable(path, words);
  }

  unusable(name: string, wanted: Word, value: unknown): NotEstimable {
    const there = JSON.stringify(value)?.slice(0, 60) ?? typeof value;
    return this.otherThan(name, wanted, there);
  }

  /** That a field holds something else than is wanted: what it holds, or words for that. */
  otherThan(name: string, wanted: Word, there: Word | string): NotEstimable {
    return new NotEstimable(this.pathOf(name), word("must.be", { name, wanted, there }), "unusable-field");
  }

  private find(names: readonly string[]): { name: string; value: unknown } | null {
    const name = names.find((n) => this.has(n));
    return name === undefined ? null : { name, value: this.record[name] };
  }
}

const noneOf = (names: readonly string[]): Word => word("reason.none-stated", { names: names.join(", ") });
