/** One hit as the palette shows it: what it is, how it is called, where it is. */
export interface Hit {
  readonly kind: "brief" | "plan" | "review" | "rental" | "offer" | "bill" | "accelerator" | "model" | "doc";
  readonly name: string;
  readonly title: string;
  readonly path: string;
}
