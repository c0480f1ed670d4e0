/** Bills as providers write them, of any length: hourly charges of many cards, for `npm run bench:ledger`. */

import { once } from "node:events";
import { createWriteStream } from "node:fs";

const HOUR = 3_600_000;
const SKUS = [
  ["accelerator", "H100-80GB", "H100 GPU hours", "2.490000"],
  ["accelerator", "A100-80GB", "A100 GPU hours", "1.190000"],
  ["storage", "NVME", "NVMe disk GB hours", "0.000137"],
  ["network", "EGRESS", "Egress GB", "0.080000"],
];
const iso = (ms) => new Date(ms).toISOString().replace(".000Z", "Z");

/** Amounts differ in their last digits, so that sums are worth checking; whole numbers of a millionth. */
const microsOf = (i, price) => Math.round(Number(price) * 1e6) + (i % 997);
const amountOf = (micros) => `${Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, "0")}`;

/** One charge an hour and resource, resource by resource inside each day as exports are sorted. */
function* charges(rows, firstMs, months) {
  const hours = Math.round((months * 30.4 * 24 * HOUR) / HOUR);
  const resources = Math.ceil(rows / hours);
  let i = 0;
  for (let day = 0; i < rows; day++) {
    for (let r = 0; r < resources && i < rows; r++) {
      for (let h = 0; h < 24 && i < rows; h++) {
        const start = firstMs + (day * 24 + h) * HOUR;
        const [component, sku, what, price] = SKUS[r % SKUS.length];
        yield {
          i,
          start,
          account: r % 7,
          resource: `res-${String(r).padStart(5, "0")}`,
          component,
          sku,
          what,
          micros: microsOf(i, price),
        };
        i++;
      }
    }
  }
}

export const NARROW = [
  ["charge_start", "timestamptz"],
  ["charge_end", "timestamptz"],
  ["component", "text"],
  ["amount", "numeric"],
  ["currency", "text"],
  ["account", "text"],
  ["resource", "text"],
  ["sku", "text"],
  ["meter", "text"],
  ["description", "text"],
];

const narrowLine = (c) =>
  `${iso(c.start)},${iso(c.start + HOUR)},${c.component},${amountOf(c.micros)},USD,acc-${c.account},${c.resource},${c.sku},${c.what},hourly charge`;

const TAGS = '"{""team"":""search"",""env"":""prod"",""job"":""train-17""}"';
/** A FOCUS 1.2 export as a large provider writes it: 43 columns. */
export const WIDE =
  "AvailabilityZone,BilledCost,BillingAccountId,BillingAccountName,BillingCurrency,BillingPeriodEnd,BillingPeriodStart,ChargeCategory,ChargeClass,ChargeDescription,ChargeFrequency,ChargePeriodEnd,ChargePeriodStart,CommitmentDiscountCategory,CommitmentDiscountId,CommitmentDiscountName,CommitmentDiscountStatus,CommitmentDiscountType,ConsumedQuantity,ConsumedUnit,ContractedCost,ContractedUnitPrice,EffectiveCost,InvoiceIssuerName,ListCost,ListUnitPrice,PricingCategory,PricingQuantity,PricingUnit,ProviderName,PublisherName,RegionId,RegionName,ResourceId,ResourceName,ResourceType,ServiceCategory,ServiceName,SkuId,SkuPriceId,SubAccountId,SubAccountName,Tags".split(
    ",",
  );

function wideLine(c) {
  const a = amountOf(c.micros);
  const month = iso(c.start).slice(0, 8);
  const category = c.component === "storage" ? "Storage" : c.component === "network" ? "Networking" : "Compute";
  return `eu-central-1a,${a},acc-1,Main account,USD,2026-12-01T00:00:00Z,${month}01T00:00:00Z,Usage,,${c.what},Usage-Based,${iso(c.start + HOUR)},${iso(c.start)},,,,,,1,Hours,${a},${a},${a},Rentco,${a},${a},Standard,1,Hours,Rentco,Rentco,eu-central-1,Frankfurt,${c.resource},name-${c.resource},Instance,${category},Pods,${c.sku},price-${c.sku},sub-${c.account},Team ${c.account},${TAGS}`;
}

/** Writes a bill. @returns {Promise<{total: bigint}>} the exact sum of its amounts, in millionths */
export async function writeBill(file, { rows, wide = false, firstMs = Date.UTC(2026, 8, 1), months = 1 }) {
  const out = createWriteStream(file, { highWaterMark: 1 << 20 });
  const line = wide ? wideLine : narrowLine;
  let total = 0n;
  let lot = [`${wide ? WIDE.join(",") : NARROW.map(([name]) => name).join(",")}`];
  const send = async () => {
    if (!out.write(`${lot.join("\n")}\n`)) await once(out, "drain");
    lot = [];
  };
  for (const charge of charges(rows, firstMs, months)) {
    total += BigInt(charge.micros);
    lot.push(line(charge));
    if (lot.length >= 5000) await send();
  }
  if (lot.length > 0) await send();
  out.end();
  await once(out, "close");
  return { total };
}
