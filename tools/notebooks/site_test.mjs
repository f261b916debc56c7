// Opens all pages of a site from its folder in Chromium, the network cut off: wide and light, then narrow and dark. Nothing may be asked for
// elsewhere, no script may fail, nothing be wider than the window, every chart be drawn, and axe-core
// find nothing. On the page of claims it works the filter.
// Usage: node site_test.mjs CHROMIUM FOLDER PAGE... ; prints one line of JSON a page.
import { chromium } from "playwright-core";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { violations } from "./axe.mjs";
import { drawnCharts } from "./ink.mjs";

const [executablePath, folder, ...pages] = process.argv.slice(2);
const patience = 300000; // ms for what a slow machine does in the end
const browser = await chromium.launch({
  executablePath,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const tab = await browser.newPage();
let seen;
await tab.route("**/*", (route) => {
  const url = route.request().url();
  if (url.startsWith("file:") || url.startsWith("data:") || url.startsWith("blob:")) return route.continue();
  seen.errors.push("asked for " + url);
  return route.abort();
});
tab.on("pageerror", (e) => seen.errors.push(String(e)));
tab.on("console", (m) => { if (m.type() === "error") seen.errors.push(m.text()); });
tab.setDefaultTimeout(patience);
for (const page of pages) {
  seen = { page, errors: [] };
  await tab.setViewportSize({ width: 1200, height: 900 });
  await tab.emulateMedia({ colorScheme: "light" });
  await tab.goto(pathToFileURL(path.resolve(folder, page)).href, { waitUntil: "load" });
  seen.charts = (await drawnCharts(tab, await tab.locator(".proxlab-chart").count(), patience)).filter((c) => c.ink >= 1000).length;
  seen.light = await look();
  seen.inaccessible = await violations(tab, !page.startsWith("docs/") || page.endsWith("readme.html"));
  await tab.setViewportSize({ width: 390, height: 800 });
  await tab.emulateMedia({ colorScheme: "dark" });
  seen.dark = await look();
  if (page === "index.html" || page.startsWith("papers/")) seen.inaccessible.push(...await violations(tab)); // the colors of all
  if (page === "claims.html") seen.claims = await filter();
  console.log(JSON.stringify(seen));
}
await browser.close();

// look says what the paper's color is, and by how much the page is wider than the window.
function look() {
  return tab.evaluate(() => ({
    paper: getComputedStyle(document.body).backgroundColor,
    wider: document.documentElement.scrollWidth - innerWidth,
    pictures: [...document.images].filter((i) => i.complete && i.naturalWidth === 0).map((i) => i.src),
  }));
}

// filter chooses claims that fail, and then follows a link to one that does not: how many are shown, of which none may lack the verdict, and
// whether the one is.
async function filter() {
  await tab.locator("select[name=verdict]").selectOption("fails");
  const shown = tab.locator(".claim:visible");
  const count = await shown.count();
  const wrong = await shown.evaluateAll((all) => all.filter((c) => !c.querySelector(".verdict.fails")).length);
  const hidden = await tab.locator(".claim[hidden]").first().getAttribute("id");
  await tab.evaluate((id) => { location.hash = id; }, hidden);
  await tab.locator(`[id="${hidden}"]`).waitFor({ state: "visible" });
  return { count, wrong };
}
