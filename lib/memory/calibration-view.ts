import type { Calibration, MeasuredRun } from "./calibrate";

/** The measurement that stands beside a revision: what was seen, by whom, and from which bytes. */
export interface CalibrationView {
  /** The revision at which it was attached. */
  readonly revision: number;
  readonly source: string;
  readonly from: { readonly fileName: string; readonly review: string } | null;
  readonly sha256: string;
  readonly author: string | null;
  readonly at: string;
  readonly measured: MeasuredRun;
  readonly factors: Calibration;
  /** False when the estimate was made by other formulas than the factors: they say nothing about it. */
  readonly applies: boolean;
}
