// Opens exported notebooks in Chromium with the network cut off and checks that every chart is drawn and hides its static
// figure, that figures with controls answer, and that paper of the size A4 cuts nothing; then as readers have them whose browser runs no scripts, or
// no WebAssembly. Usage: node browser_test.mjs CHROMIUM SCREENSHOT_FOLDER PAGE... ; prints one line of JSON a page.
import { chromium } from "playwright-core";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { violations } from "./axe.mjs";
import { moveAll } from "./explore.mjs";
import { drawnCharts } from "./ink.mjs";

const [executablePath, shots, ...pages] = process.argv.slice(2);
const patience = 300000; // ms for what a slow machine does in the end
const browser = await chromium.launch({
  executablePath,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const asked = [], errors = []; // of the page that is open
const readers = {
  usual: await reader({}),
  noScripts: await reader({ javaScriptEnabled: false }),
  noWebAssembly: await reader({}, () => { delete window.WebAssembly; }),
};
for (const page of pages) {
  asked.length = errors.length = 0;
  const tab = await open(readers.usual, page);
  const charts = await drawnCharts(tab, 1, patience);
  const explored = await moveAll(tab);
  const inaccessible = await violations(tab, page === pages[0]);
  if (page === pages[0]) { // the colors of all
    await tab.emulateMedia({ colorScheme: "dark" });
    inaccessible.push(...await violations(tab));
    await tab.emulateMedia({ colorScheme: "light" });
  }
  const images = await tab.evaluate(() => [...document.querySelectorAll("img")].filter((i) => i.offsetParent !== null && i.naturalWidth > 0).length);
  if (process.env.PROXLAB_NOTEBOOKS) await tab.screenshot({ path: path.join(shots, path.basename(page, ".html") + ".png"), fullPage: true });
  await tab.emulateMedia({ media: "print" });
  await tab.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await tab.setViewportSize({ width: 718, height: 1000 }); // A4 less its margins, at 96 dots an inch
  await tab.waitForTimeout(300);
  const cut = await tab.evaluate(() => [...document.querySelectorAll("pre, table, img, .proxlab-chart svg")].filter((el) => {
    const box = el.getBoundingClientRect();
    return box.width > 0 && (box.left < 0 || box.right > innerWidth + 1 || el.scrollWidth > el.clientWidth + 1 && el.matches("pre"));
  }).map((el) => `${el.tagName} to ${Math.round(el.getBoundingClientRect().right)}: ${el.textContent.trim().slice(0, 60)}`));
  await tab.close();
  const noScripts = await still(await open(readers.noScripts, page)), bare = await open(readers.noWebAssembly, page);
  const drawn = await drawnCharts(bare, charts.length - explored.length, patience);
  const noWebAssembly = { drawn: drawn.length, ...await still(bare) };
  console.log(JSON.stringify({ page: path.basename(page), charts, images, errors, asked, cut, explored, inaccessible, noScripts, noWebAssembly }));
}
await browser.close();

// reader is one whose browser is so, and where a script runs before those of pages. It is cut off from the network, and tells what a page asks for
// and which of its scripts fail.
async function reader(options, before) {
  const profile = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
  if (before) await profile.addInitScript(before);
  await profile.route("**/*", (route) => {
    const url = route.request().url();
    if (/^(file|data|blob):/.test(url)) return route.continue();
    asked.push(url);
    return route.abort();
  });
  profile.on("weberror", (e) => errors.push(String(e.error())));
  profile.on("console", (m) => { if (m.type() === "error") errors.push(m.text()); }); // what the page's policy refuses, too
  profile.setDefaultTimeout(patience);
  return profile;
}

async function open(profile, page) {
  const tab = await profile.newPage();
  await tab.goto(pathToFileURL(path.resolve(page)).href, { waitUntil: "load" });
  return tab;
}

// still says what a page shows where nothing answers: how many pictures, what is in the place of one that is not seen, how many controls, and which
// places are empty that a chart would fill.
async function still(tab) {
  const seen = await tab.evaluate(() => {
    const visible = (el) => el.getClientRects().length > 0;
    const figures = [...document.querySelectorAll(".jp-RenderedImage img")];
    return {
      pictures: figures.filter((i) => visible(i) && i.naturalWidth > 0).length,
      broken: figures.filter((i) => i.naturalWidth === 0).map((i) => i.alt.slice(0, 60)),
      controls: [...document.querySelectorAll(".proxlab-explore :is(input, select, textarea, canvas, button)")].filter(visible).length,
      says: [...document.querySelectorAll(".proxlab-explore")].filter(visible).map((el) => el.innerText.trim()),
      formulas: document.querySelectorAll("math").length,
      raw: [...document.querySelectorAll("main :is(p, li, td, h2, h3)")].map((el) => el.cloneNode(true)).map((el) => {
        for (const other of el.querySelectorAll("math, code, script, style")) other.remove();
        return el.textContent;
      }).filter((text) => /\$[^$]+\$|\\[a-z]/.test(text)).concat([...document.querySelectorAll("math [style*='#b22222']")].map((el) => el.textContent)),
      empty: [...document.querySelectorAll(".proxlab-chart")].filter((el) => !el.querySelector("svg") && el.getBoundingClientRect().height > 0).length,
    };
  });
  await tab.close();
  return seen;
}
