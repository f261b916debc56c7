import { chromium } from "/work/main/node_modules/playwright-core/index.mjs";
import { violations } from "/work/wt/composite/tools/notebooks/axe.mjs";
import { pathToFileURL } from "node:url";
const pages = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless","--no-sandbox","--disable-gpu","--disable-quic","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync"] });
for (const scheme of ["light","dark"]) {
const tab = await browser.newPage({ colorScheme: scheme });
for (const p of pages) {
  const t0=Date.now();
  await tab.goto(pathToFileURL(p).href, { waitUntil: "load" });
  await tab.waitForTimeout(1500);
  const v = await violations(tab);
  console.log(scheme, p, v.length, Date.now()-t0);
  for (const x of v.slice(0,12)) console.log("    ", x.slice(0,420));
}}
await browser.close();
