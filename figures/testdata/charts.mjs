// Looks at a page of charts in Chromium, the network cut off: in light and dark, in print, with the mouse.
// Usage: node charts.mjs CHROMIUM PAGE FOLDER ; prints JSON. Screenshots, the print and what was saved go to the folder.
import { chromium } from "playwright-core";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [executablePath, page, folder] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const seen = { asked: [], errors: [] };
const tab = await browser.newPage({ viewport: { width: 1000, height: 700 }, acceptDownloads: true });
tab.setDefaultTimeout(120000);
await tab.route("**/*", (route) => {
  const url = route.request().url();
  if (/^(file|data|blob):/.test(url)) return route.continue();
  seen.asked.push(url);
  return route.abort();
});
tab.on("pageerror", (e) => seen.errors.push(String(e)));
tab.on("console", (m) => { if (m.type() === "error") seen.errors.push(m.text()); });
await tab.goto(pathToFileURL(path.resolve(page)).href, { waitUntil: "load" });
const drawn = () => tab.waitForFunction(() => {
  const all = [...document.querySelectorAll(".proxlab-chart")];
  return all.length > 0 && all.every((el) => el.querySelectorAll("svg path").length > 5);
});
await drawn();

// charts returns, of every chart, its texts with their contrast against the page, and that of its curves.
const charts = () => tab.evaluate(() => {
  const channel = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const rgb = (c) => (c.match(/[\d.]+/g) || []).map(Number);
  const light = (c) => { const [r, g, b] = rgb(c); return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b); };
  const paper = light(getComputedStyle(document.body).backgroundColor);
  const contrast = (c) => { const l = light(c); return (Math.max(l, paper) + 0.05) / (Math.min(l, paper) + 0.05); };
  return [...document.querySelectorAll(".proxlab-chart")].map((el) => {
    const texts = [...el.querySelectorAll("svg text")].map((t) => ({ text: t.textContent, contrast: contrast(getComputedStyle(t).fill) }));
    const curves = [...el.querySelectorAll("svg path")].map((p) => getComputedStyle(p)).filter((s) => s.stroke !== "none" && parseFloat(s.strokeWidth) >= 2)
      .map((s) => contrast(s.stroke));
    const bands = [...el.querySelectorAll("svg path, svg polygon")].filter((p) => parseFloat(getComputedStyle(p).fillOpacity) === 0.2).length;
    const box = el.querySelector("svg").getBoundingClientRect();
    return { id: el.id, label: el.getAttribute("aria-label"), texts, curves, bands, left: box.left, right: box.right, height: box.height };
  });
});
// themed changes the theme, and waits until every chart has other colors; what waits in vain is told by these.
const themed = async (change) => {
  const before = await tab.evaluate(() => [...document.querySelectorAll(".proxlab-chart")].map((el) => getComputedStyle(el.querySelector("svg text")).fill));
  await change();
  await tab.waitForFunction((before) => {
    const texts = [...document.querySelectorAll(".proxlab-chart")].map((el) => el.querySelector("svg text"));
    return texts.every((t, i) => t && getComputedStyle(t).fill !== before[i]);
  }, before, { timeout: 30000 }).catch(() => {});
  await tab.waitForTimeout(300);
};
seen.light = await charts();
await tab.screenshot({ path: path.join(folder, "light.png"), fullPage: true });
await themed(() => tab.emulateMedia({ colorScheme: "dark" }));
seen.dark = await charts();
await tab.screenshot({ path: path.join(folder, "dark.png"), fullPage: true });

// JupyterLab says its theme on the body, and changes it while the page stands.
await themed(() => tab.emulateMedia({ colorScheme: "light" }));
await themed(() => tab.evaluate(() => { delete document.body.dataset.proxlabFollows; document.body.style.background = "#111111"; document.body.dataset.jpThemeLight = "false"; }));
seen.jupyter = await charts();
await tab.evaluate(() => { document.body.dataset.proxlabFollows = "system"; delete document.body.dataset.jpThemeLight; document.body.style.background = ""; });

// The wheel over a chart scrolls the page.
const first = tab.locator(".proxlab-chart").first();
await first.scrollIntoViewIfNeeded();
const box = await first.boundingBox();
const top = await tab.evaluate(() => window.scrollY);
await tab.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
await tab.mouse.wheel(0, 300);
await tab.waitForTimeout(300);
seen.scrolled = await tab.evaluate(() => window.scrollY) - top;
await tab.evaluate((to) => window.scrollTo(0, to), top);

// A box drawn with the zoom button on changes the axes; back brings the whole.
const labels = () => first.locator("svg text").allTextContents();
const tool = async (k) => { // the k-th button from the left
  const w = box.x + box.width - 4 - 15 / 2 - (4 - k) * 25;
  await tab.mouse.click(w, box.y + 2 + 15 / 2 + 3);
  await tab.waitForTimeout(200);
};
seen.whole = await labels();
await tool(0);
await tab.mouse.move(box.x + 300, box.y + 150);
await tab.mouse.down();
await tab.mouse.move(box.x + 400, box.y + 250, { steps: 5 });
await tab.mouse.move(box.x + 500, box.y + 300, { steps: 5 });
await tab.mouse.up();
await tab.waitForTimeout(300);
seen.zoomed = await labels();
await tab.screenshot({ path: path.join(folder, "zoomed.png") });
await tool(1);
await tab.waitForTimeout(300);
seen.back = await labels();

// Files saved from the buttons.
seen.saved = [];
for (const k of [3, 4]) {
  const [file] = await Promise.all([tab.waitForEvent("download"), tool(k)]);
  const to = path.join(folder, file.suggestedFilename());
  await file.saveAs(to);
  seen.saved.push(to);
}

// Hover says numbers as tables do.
await tab.mouse.move(box.x + 420, box.y + 220);
await tab.waitForTimeout(300);
seen.hover = await first.evaluate((el) => [...el.children].map((c) => c.innerText || "").join(" "));

// In print no chart is wider than the paper.
await tab.emulateMedia({ media: "print", colorScheme: "dark" });
await tab.evaluate(() => dispatchEvent(new Event("beforeprint")));
await tab.setViewportSize({ width: 718, height: 1000 }); // A4 less its margins, at 96 dots an inch: narrower than what was drawn
await tab.waitForTimeout(300);
seen.print = await charts();
await tab.evaluate(() => dispatchEvent(new Event("afterprint")));
await tab.setViewportSize({ width: 1000, height: 700 });
await tab.emulateMedia({ media: null, colorScheme: "light" });
await tab.waitForTimeout(300);
await tab.pdf({ path: path.join(folder, "print.pdf"), format: "A4", printBackground: true, margin: { top: "1cm", bottom: "1cm", left: "1cm", right: "1cm" } });
console.log(JSON.stringify(seen));
await browser.close();
