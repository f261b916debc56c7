// Opens exported notebooks in Chromium with the network cut off and checks that every chart is drawn and hides its static
// figure, and that paper of the size A4 cuts nothing. Usage: node browser_test.mjs CHROMIUM SCREENSHOT_FOLDER PAGE... ; prints one line of JSON a page.
import { chromium } from "playwright-core";
import path from "node:path";
import { drawnCharts } from "./ink.mjs";
import { pathToFileURL } from "node:url";

const [executablePath, shots, ...pages] = process.argv.slice(2);
const patience = 300000; // ms for what a slow machine does in the end
const browser = await chromium.launch({
  executablePath,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
for (const page of pages) {
  const tab = await browser.newPage({ viewport: { width: 1100, height: 900 } });
  const asked = [], errors = [];
  await tab.route("**/*", (route) => {
    const url = route.request().url();
    if (url.startsWith("file:") || url.startsWith("data:") || url.startsWith("blob:")) return route.continue();
    asked.push(url);
    return route.abort();
  });
  tab.on("pageerror", (e) => errors.push(String(e)));
  tab.setDefaultTimeout(patience);
  await tab.goto(pathToFileURL(path.resolve(page)).href, { waitUntil: "load" });
  const charts = await drawnCharts(tab, 1, patience);
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
  console.log(JSON.stringify({ page: path.basename(page), charts, images, errors, asked, cut }));
  await tab.close();
}
await browser.close();
