import "server-only";
import { log } from "@/lib/gate/failure";
import { alertsTick } from "./alerts-tick";
import { boss } from "./boss";
import { liveTick } from "./live-tick";

/** Called once by each copy of the server when it starts: takes jobs from the queues that all copies share. */
export async function startJobs(): Promise<void> {
  const queues = await boss();
  await queues.schedule("alerts-tick", "* * * * *");
  await queues.schedule("live-tick", "* * * * *");
  await queues.work("live-tick", { pollingIntervalSeconds: 5 }, async () => {
    const done = await liveTick(new Date());
    if (done.taken + done.failed + done.stopped > 0) log.info(done, "live measurements");
  });
  await queues.work("alerts-tick", { pollingIntervalSeconds: 5 }, async () => {
    const done = await alertsTick(new Date());
    if (done.raised + done.sent + done.failed > 0) log.info(done, "alerts");
  });
}
