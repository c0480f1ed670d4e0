import type { StatedControl } from "./bill-format";

/** Controls that are kept: every row of a large file may have one. */
const MOST = 1000;

/** Totals that a file states against what they are totals of: all that do not agree, and the first of those that do. */
export class StatedControls {
  private readonly kept: StatedControl[] = [];
  private holding = 0;
  private broken = 0;

  add(control: StatedControl): void {
    const holds = control.stated === control.computed;
    if (holds ? this.holding >= MOST : this.broken >= MOST) return;
    if (holds) this.holding += 1;
    else this.broken += 1;
    this.kept.push(control);
  }

  list(): StatedControl[] {
    return [...this.kept];
  }
}
