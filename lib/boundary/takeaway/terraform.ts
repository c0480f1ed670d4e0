import { type Deployment, FILLS } from "./deployment";
import { fillsIn, sharedNotes, type TakeawayAnswer } from "./takeaway";
import { commentText, hclString, placeholder } from "./text";

/** Values for a module of the team's own: no provider's resource is guessed. */
export function terraformVariables(d: Deployment): TakeawayAnswer {
  const rows: readonly (readonly [string, string])[] = [
    ["name", hclString(d.name)],
    ["gpu_type", hclString(d.card?.id ?? placeholder("CARD_NAME_THERE"))],
    ["gpu_count", String(d.cards)],
    ["gpus_per_node", String(Math.min(d.cards, d.card?.typicalGpusPerNode ?? d.cards))],
    ["image", hclString(d.image ?? placeholder("IMAGE_BY_DIGEST"))],
    ["region", hclString(d.region ?? placeholder("REGION"))],
    ["spot", String(d.spot === true)],
    ["disk_gb", d.diskGb === null ? hclString(placeholder("DISK_GB")) : String(d.diskGb)],
    ["run_hours", d.runHours === null ? hclString(placeholder("RUN_HOURS")) : String(d.runHours)],
    ["delete_after", hclString(d.ends ?? "")],
    ["stop_rule", hclString(d.stopRule ?? "")],
    ["owner", hclString(d.owner ?? "")],
  ];
  const given = rows.filter(([, value]) => value !== '""');
  const width = Math.max(...given.map(([name]) => name.length));
  const tags = Object.entries(d.tags).map(([name, value]) => `  ${hclString(name)} = ${hclString(value)}\n`);
  const text = [
    `# ${commentText(d.title)}\n`,
    ...given.map(([name, value]) => `${name.padEnd(width)} = ${value}\n`),
    `tags = {\n${tags.join("")}}\n`,
  ].join("");
  return {
    ok: true,
    takeaway: {
      target: "terraform",
      fileName: `${d.name}.tfvars`,
      text,
      toFill: fillsIn(text, FILLS),
      notes: ["own-module", ...sharedNotes(d, true)],
      checks: [`terraform plan -var-file=${d.name}.tfvars`],
    },
  };
}
