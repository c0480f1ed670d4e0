import { getTranslations } from "next-intl/server";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { findAccelerator } from "@/lib/catalog/accelerators";
import { compatibility } from "@/lib/catalog/compatibility";
import type { PlanView } from "./plan-view";

const TONES = { met: "good", failed: "bad", unknown: "warn" } as const;

/** The brief's software against the card of the plan's offer, or of the brief where nothing is rented. */
export async function PlanCompatibility({ plan: { plan, briefContent } }: { plan: PlanView }) {
  const t = await getTranslations("accelerators.compatibility");
  const { runtime, memoryShape } = briefContent;
  const id = plan.offer?.acceleratorId ?? memoryShape.acceleratorId;
  const card = id ? findAccelerator(id) : null;
  const findings =
    card === null
      ? []
      : compatibility(card, {
          cuda: runtime.cudaVersion,
          driver: runtime.driverVersion,
          rocm: runtime.rocmVersion,
          framework: runtime.framework,
          frameworkVersion: runtime.frameworkVersion,
          engine: memoryShape.engine,
          engineVersion: memoryShape.engineVersion,
          weightFormat: memoryShape.weightFormat,
          migProfile: memoryShape.migProfile,
          tensorParallel: memoryShape.tensorParallel,
          pipelineParallel: memoryShape.pipelineParallel,
        });
  return (
    <Section title={t("title")} note={t("note")}>
      {findings.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <Table label={t("title")}>
          <thead>
            <tr>
              <Th>{t("check")}</Th>
              <Th>{t("state")}</Th>
              <Th>{t("why")}</Th>
            </tr>
          </thead>
          <tbody>
            {findings.map((f) => (
              <tr key={f.check}>
                <Td>{t(`checks.${f.check}`)}</Td>
                <Td>
                  <Badge tone={TONES[f.state]}>{t(`states.${f.state}`)}</Badge>
                </Td>
                <Td>{t(`reasons.${f.reason}`, { a: f.a, b: f.b })}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
