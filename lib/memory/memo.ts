/**
 * Answers of pure functions, kept as long as the object they were asked about: a sweep asks the same model a hundred
 * thousand times. The objects are never changed after they are made. What throws is not kept.
 */
export class Memo<Owner extends object, Value> {
  private readonly byOwner = new WeakMap<Owner, Map<string, Value>>();

  of(owner: Owner, key: string, compute: () => Value): Value {
    let known = this.byOwner.get(owner);
    if (known === undefined) {
      known = new Map();
      this.byOwner.set(owner, known);
    }
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute();
    known.set(key, value);
    return value;
  }
}
