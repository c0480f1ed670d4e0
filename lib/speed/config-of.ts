import { findModelPreset, listModelPresets } from "@/lib/catalog/models";
import { NotEstimable } from "@/lib/memory/not-estimable";
import { notInCatalogue } from "@/lib/memory/not-in-catalogue";
import { word } from "@/lib/memory/word";

/** The config of a stated model: its own, or that of a preset. Throws NotEstimable when neither or both are stated. */
export function configOf(model: { readonly config?: unknown; readonly preset?: string | null | undefined }): unknown {
  if ((model.config == null) === (model.preset == null)) {
    throw new NotEstimable("model", word("reason.config-or-preset"), "unusable-field");
  }
  if (model.preset == null) return model.config;
  const found = findModelPreset(model.preset);
  if (found?.config == null) {
    throw new NotEstimable(
      "model.preset",
      notInCatalogue("language-model", model.preset, listModelPresets()),
      "unusable-field",
    );
  }
  return found.config;
}
