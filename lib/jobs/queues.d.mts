export const QUEUES: readonly {
  readonly name: string;
  readonly policy: "standard" | "short" | "singleton" | "stately";
  readonly retryLimit: number;
  readonly expireInSeconds: number;
}[];
