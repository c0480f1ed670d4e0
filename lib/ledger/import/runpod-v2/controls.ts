import { Decimal, decimalText, parseDecimal } from "@/lib/money/money";
import type { StatedControl } from "../bill-format";
import { isObject } from "../json-objects";
import { StatedControls } from "../stated-controls";
import { endpointOf, totalOfEndpoint } from "./endpoints";

/** Totals stand beside their parts three times: in each record, in the metadata, and in the aggregate of all endpoints. */
export class AnswerControls {
  private readonly each = new StatedControls();
  private readonly sums = { aggregate: new Decimal(0), others: new Decimal(0) };
  private readonly seen = { aggregate: false, others: false };

  see(record: Readonly<Record<string, unknown>>, number: number): void {
    const endpoint = endpointOf(record);
    const side = endpoint === "aggregate" ? "aggregate" : "others";
    this.seen[side] = true;
    const total = parseDecimal(String(record.totalAmount));
    if (total === null) return;
    this.sums[side] = this.sums[side].plus(total);
    const parts = totalOfEndpoint(endpoint, record);
    if (parts === null) return;
    const name = `record ${number}: totalAmount is the sum of its parts`;
    this.each.add({ name, stated: decimalText(total), computed: parts });
  }

  /** Whether any record tells of a resource: then the aggregate over all of them is a total. */
  get tellsResources(): boolean {
    return this.seen.others;
  }

  list(json: unknown): StatedControl[] {
    const controls = this.each.list();
    const { aggregate, others } = this.sums;
    if (this.seen.aggregate && this.seen.others) {
      const name = "the aggregate is the sum of the resource endpoints";
      controls.push({ name, stated: decimalText(aggregate), computed: decimalText(others) });
    }
    const metadata = isObject(json) && isObject(json.metadata) ? json.metadata : null;
    const totals = metadata !== null && isObject(metadata.totals) ? metadata.totals : null;
    const stated = parseDecimal(typeof totals?.totalAmount === "string" ? totals.totalAmount : "");
    if (stated !== null) {
      const name = "the totals of the answer are the sum of its records";
      controls.push({ name, stated: decimalText(stated), computed: decimalText(aggregate.plus(others)) });
    }
    return controls;
  }
}
