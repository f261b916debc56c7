// Opens all pages of a site from its folder in Chromium, the network cut off: wide and light, then narrow and dark. Nothing may be asked for
// elsewhere, no script may fail, nothing be wider than the window, every chart be drawn, and axe-core
// find nothing. On the first page it searches, on that of claims it works the filter.
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
const searches = ["D-R1", "quantile", "trace norm rank-one", "η0", "nowhere to be found"]; // what readers look for
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
  if (page === "index.html") seen.search = await search();
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

// search looks for words, and says where the first sections that are found lead; then it goes away.
async function search() {
  const box = tab.getByRole("searchbox"), panel = tab.locator("form[role=search] > div"), found = {};
  for (const words of searches) {
    await box.fill("");
    await box.fill(words);
    await tab.waitForFunction(() => /section/.test(document.querySelector("form[role=search] [role=status]").textContent));
    found[words] = await panel.locator("a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    await tab.evaluate(() => { document.querySelector("form[role=search] [role=status]").textContent = ""; });
  }
  await box.fill("lasso");
  await panel.locator("a").first().waitFor();
  seen.inaccessible.push(...await violations(tab));
  await box.press("Escape");
  await panel.waitFor({ state: "hidden" });
  return found;
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
