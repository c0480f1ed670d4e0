"use client";
import { useMemo } from "react";
import { takeaways } from "@/lib/boundary/takeaway/all";
import { deploymentOf } from "@/lib/boundary/takeaway/deployment";
import type { Estimate } from "@/lib/memory/answer";
import type { EstimateRequest } from "@/lib/memory/schema";
import { TakeawayList } from "./takeaway-list";

/** What an estimate alone can give: its settings as commands and files; brief and plan fill in the rest. */
export default function EstimateTakeaway({ request, answer }: { request: EstimateRequest; answer: Estimate }) {
  const answers = useMemo(() => takeaways(deploymentOf({ request, answer })), [request, answer]);
  return <TakeawayList answers={answers} />;
}
