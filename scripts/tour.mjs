/** `npm run tour`: takes the pictures of README's tour from the built application and its sample workspace. */
import path from "node:path";
import { root } from "./run.mjs";
import { openSample, ready, signUp, startFresh } from "./visit.mjs";

const PICTURES = [
  ["brief", "/briefs/BRF-1/edit"],
  ["advice", "/briefs/BRF-1#advice"],
  ["sweep", "/sweep?brief=BRF-1&in=1024&out=256"],
  ["review", "/reviews/REV-1"],
  ["bill", "/ledger/import/BILL-1"],
  ["costs", "/costs?brief=BRF-1"],
];

const app = await startFresh("tour", {
  port: process.env.PORT ?? "3391",
  pgPort: process.env.HEADROOM_PG_PORT ?? "54391",
});
try {
  const look = { viewport: { width: 1280, height: 860 }, colorScheme: "light", reducedMotion: "reduce" };
  const { browser, page } = await signUp(app, look);
  await openSample(page);
  for (const [name, address] of PICTURES) {
    await page.goto(address);
    await ready(page);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: path.join(root, "public/tour", `${name}.png`) });
    console.log(`public/tour/${name}.png`);
  }
  await browser.close();
} finally {
  app.stop();
}
