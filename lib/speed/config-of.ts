import { findModelPreset, listModelPresets } from "@/lib/catalog/models";
import { notInCatalogue } from "@/lib/catalog/near-names";
import { NotEstimable } from "@/lib/memory/not-estimable";

/** The config of a stated model: its own, or that of a preset. Throws NotEstimable when neither or both are stated. */
export function configOf(model: { readonly config?: unknown; readonly preset?: string | null | undefined }): unknown {
  if ((model.config == null) === (model.preset == null)) {
    throw new NotEstimable("model", "state exactly one of config and preset", "unusable-field");
  }
  if (model.preset == null) return model.config;
  const found = findModelPreset(model.preset);
  if (found?.config == null) {
    throw new NotEstimable(
      "model.preset",
      notInCatalogue("language model", model.preset, listModelPresets()),
      "unusable-field",
    );
  }
  return found.config;
}
