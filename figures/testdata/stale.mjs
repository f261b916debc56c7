// Works a page with an explorable whose program answers late, refuses, breaks or is not there. Usage: node stale.mjs CHROMIUM PAGE FOLDER ;
// prints JSON: what the page shows after each of these.
import { chromium } from "playwright-core";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [executablePath, page, folder] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const tab = await browser.newPage({ viewport: { width: 700, height: 700 } });
tab.setDefaultTimeout(20000);
const seen = { looks: {}, errors: [], asked: {} };
tab.on("pageerror", (e) => seen.errors.push(String(e)));
const refused = (m) => { if (/Content.Security/i.test(m.text())) seen.errors.push(m.text()); };
tab.on("console", refused);
const look = async (name) => {
  seen.looks[name] = await tab.evaluate(() => {
    const el = document.querySelector(".proxlab-explore"), facts = el.querySelector(".facts"), style = getComputedStyle(facts.parentElement);
    const seenAs = style.visibility === "hidden" ? "none" : +style.opacity < 0.5 ? "late" : "shown";
    return { as: seenAs, says: el.querySelector("p[role=status]").textContent, facts: facts.textContent, play: el.querySelector("[name=step-play]").textContent[0] };
  });
  if (process.env.PROXLAB_PAGES) await tab.screenshot({ path: path.join(folder, name + ".png") });
};
const field = tab.locator("input[name=word]"), file = tab.locator("input[type=file]");
const state = (as, text) => tab.waitForFunction(([as, text]) => {
  const el = document.querySelector(".proxlab-explore"), style = el && getComputedStyle(el.querySelector(".facts").parentElement);
  const now = !style ? "" : style.visibility === "hidden" ? "none" : +style.opacity < 0.5 ? "late" : "shown";
  return now === as && el.textContent.includes(text);
}, [as, text]);
const asked = () => tab.evaluate(() => document.querySelector(".proxlab-explore").proxlabShown.asked);
const open = async (address) => {
  await tab.goto(pathToFileURL(path.resolve(address)).href, { waitUntil: "load" });
};

await open(page);
await tab.waitForFunction(() => document.querySelector(".proxlab-explore")?.dataset.answers > 0);
await look("start");
await field.fill("slow");
await state("late", "solving");
await look("slow");
await state("shown", "left 4");
await look("answered");
for (const [word, says] of [["refuse", "no such word"], ["throw", "the program stopped"], ["exit", "the program stopped"]]) {
  await tab.locator("[name=step-play]").click();
  await field.fill(word);
  await state("none", says);
  await look(word);
  await field.fill("mended");
  await state("shown", "left 6");
  await look("after-" + word);
  if ((await tab.locator("[name=step-play]").textContent()).startsWith("■")) await tab.locator("[name=step-play]").click();
}
await field.fill("never"); // and then something else
await state("late", "solving");
await field.fill("then");
await state("shown", "left 4");
seen.asked.none = await asked();
await file.setInputFiles({ name: "large.csv", mimeType: "text/csv", buffer: Buffer.alloc((4 << 20) + 1, "1") });
await state("none", "a page takes");
await look("large");
await file.setInputFiles({ name: "small.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n") });
await state("shown", "left 4");
seen.asked.small = await asked();
await file.setInputFiles([]);
await tab.waitForFunction(() => !document.querySelector(".proxlab-explore").proxlabShown.asked.Files.file);
await open(path.join(folder, "alone", "page.html"));
await state("shown", "does not lie beside");
await look("alone");
await field.fill("other");
await state("none", "does not lie beside");
await look("alone-moved");
// What was not in the page when it was made does not run, and nothing is asked for elsewhere.
tab.off("console", refused);
seen.refused = await tab.evaluate(async () => {
  const list = [], make = (tag, about) => document.body.append(Object.assign(document.createElement(tag), about));
  addEventListener("securitypolicyviolation", (e) => list.push(e.effectiveDirective));
  make("script", { textContent: "window.injected = true" });
  make("script", { src: "https://example.org/a.js" });
  make("img", { src: "https://example.org/a.png" });
  make("iframe", { src: "https://example.org/" });
  await fetch("https://example.org/").catch(() => {});
  await new Promise((done) => setTimeout(done, 300));
  return [...new Set(list), window.injected ? "it ran" : "nothing ran"].sort().join(" ");
});
console.log(JSON.stringify(seen));
await browser.close();
