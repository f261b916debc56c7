// Works a page of explorables in a browser as a reader would, the network cut off. Usage: node explore.mjs BROWSER PAGE CSV FOLDER ;
// prints JSON: what every explorable is to who does not see it, and what it was asked and answered, first at the start and then with its controls moved.
import { chromium, firefox } from "playwright-core";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [executablePath, page, csv, folder] = process.argv.slice(2);
const name = path.basename(executablePath);
const firefoxDriven = name.startsWith("firefox");
const browser = firefoxDriven ? await firefox.launch({
  executablePath, channel: "moz-firefox", firefoxUserPrefs: { "ui.prefersReducedMotion": 1 }, // which the driver does not emulate there
}) : await chromium.launch({
  executablePath,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const seen = { asked: [], errors: [], answers: [], faults: [], milliseconds: {}, played: {}, trees: [], left: [], linked: [], again: {} };
const links = []; // to what the controls said last
const tab = await browser.newPage({ viewport: { width: 1000, height: 900 }, ...(firefoxDriven ? {} : { reducedMotion: "reduce" }) });
tab.setDefaultTimeout(120000);
await tab.route("**/*", (route) => {
  const url = route.request().url();
  if (/^(file|data|blob):/.test(url)) return route.continue();
  seen.asked.push(url);
  return route.abort();
});
tab.on("pageerror", (e) => seen.errors.push(String(e)));
tab.on("console", (m) => { if (m.type() === "error") seen.errors.push(m.text()); });
const begun = Date.now();
await tab.goto(pathToFileURL(path.resolve(page)).href, { waitUntil: "load" });
await tab.waitForFunction(() => [...document.querySelectorAll(".proxlab-explore")].some((el) => +el.dataset.answers > 0));
seen.milliseconds.first = Date.now() - begun;

const answered = (id, n) => tab.waitForFunction(([id, n]) => +document.getElementById(id).dataset.answers > n, [id, n]);
const told = (el, what) => tab.waitForFunction(([e, w]) => new RegExp(w).test(e.querySelector("form > div:last-child > small").textContent), [el, what]);
const keep = async (el, id) => {
  const { asked, answer } = await el.evaluate((e) => e.proxlabShown);
  seen.answers.push({ name: id.replace(/^proxlab-/, ""), asked, answer });
};
for (const el of await tab.$$(".proxlab-explore")) {
  const id = await el.getAttribute("id");
  await answered(id, 0);
  await keep(el, id);
  seen.trees.push(await tab.locator("#" + id).ariaSnapshot());
  await el.evaluate((e) => {
    const worked = ({ target }) => { target.closest("input, select, textarea, button, canvas, .cells").dataset.worked = "yes"; };
    for (const kind of ["input", "change", "click", "keydown", "pointerdown"]) e.querySelector("form").addEventListener(kind, worked, true);
  });
  const before = +await el.getAttribute("data-answers");
  // Sliders by the keyboard, choices to their last, and a file of the reader's own.
  for (const slider of await el.$$("input[type=range]")) {
    await slider.focus();
    await slider.press("ArrowRight");
  }
  for (const choice of await el.$$("select")) await choice.selectOption({ index: await choice.evaluate((s) => s.options.length - 1) });
  for (const none of await el.$$("button[name$=-none]")) {
    const field = await none.evaluateHandle((b) => b.parentElement.querySelector("input")), groups = await field.inputValue();
    await none.click();
    if (await field.inputValue() !== "") seen.errors.push("groups are left");
    await field.fill(groups);
  }
  for (const field of await el.$$("input[type=text], textarea")) await field.fill(await field.evaluate((f) => f.name === "target" ? "y" : f.value.replace(/^1 2; 2 3;/, "1 2;").replace(/^GCGG/, "GGCC").replace(/^ad/, "Zug")));
  for (const file of await el.$$("input[type=file]")) await file.setInputFiles(csv);
  for (const pad of await el.$$("canvas:not(.proxlab-chart canvas)")) { // an l
    for (const key of [" ", "ArrowDown", "ArrowDown", " "]) await pad.press(key);
    await (await pad.evaluateHandle((p) => p.parentElement.querySelector("button"))).click(); // and none of it is left
    await pad.scrollIntoViewIfNeeded();
    const box = await pad.boundingBox();
    await tab.mouse.move(box.x + 120, box.y + 40);
    await tab.mouse.down();
    await tab.mouse.move(box.x + 121, box.y + 190, { steps: 6 });
    await tab.mouse.move(box.x + 135, box.y + 200, { steps: 2 });
    await tab.mouse.up();
  }
  for (const cells of await el.$$(".cells")) { // a group of the third
    const [, , third] = await cells.$$("span");
    const at = async (cell) => { const b = await cell.boundingBox(); return [b.x + b.width / 2, b.y + b.height / 2]; };
    await third.scrollIntoViewIfNeeded();
    await tab.mouse.move(...await at(third));
    await tab.mouse.down();
    await tab.mouse.move(...await at(third), { steps: 4 });
    await tab.mouse.up();
    for (const key of ["ArrowRight", "Shift+ArrowRight", "Enter"]) await cells.press(key);
    const written = await cells.evaluate((c) => c.parentElement.querySelector("input").value);
    if (!written.endsWith("; 3; 2 3")) seen.errors.push("by keyboard the groups are " + written);
    await (await cells.evaluateHandle((c) => c.parentElement.querySelector("button[name$=-last]"))).click();
  }
  await answered(id, before);
  for (const play of await el.$$("button[name$=-play]")) { // from the start, a few steps, and stop
    const input = await play.evaluateHandle((b) => b.parentElement.querySelector("input"));
    for (const other of ["-step", "-first"]) await (await play.evaluateHandle((b, o) => b.parentElement.querySelector(`button[name$=${o}]`), other)).click();
    await play.click();
    await tab.waitForFunction(([i, b]) => { // stopped at once: what has come to its end meanwhile would begin anew
      if (+i.value < +i.min + 5) return false;
      if (b.textContent.startsWith("■")) b.click();
      return true;
    }, [input, play]);
    seen.played[id] = await input.evaluate((i) => +i.value);
  }
  await tab.waitForFunction((id) => { // the last of what was asked
    const el = document.getElementById(id);
    const n = el.dataset.answers;
    return new Promise((done) => setTimeout(() => done(el.dataset.answers === n && !/solving/.test(el.querySelector("p[role=status]").textContent)), 500));
  }, id);
  await keep(el, id);
  seen.milliseconds[id] = +await el.getAttribute("data-milliseconds");
  for (const name of ["command", "go", "files"]) { // what was solved last goes on outside of the page
    const takes = await el.$(`button[name=${name}]`);
    if (!takes) continue;
    const source = await el.$("form pre"), before = await source.textContent(), own = await el.$("input[type=file]");
    const downloaded = name === "files" && !own && !firefoxDriven ? tab.waitForEvent("download") : null; // which tells of none
    await takes.click();
    const of = (seen.again[id.replace(/^proxlab-/, "")] ??= {});
    if (name === "files" && !own && firefoxDriven) {
      await told(el, "\\.csv");
      of.file = (await el.$eval("form > div:last-child > small", (s) => s.textContent)).match(/\w+\.csv/)[0];
    } else if (downloaded) of.file = (await downloaded).suggestedFilename();
    else if (own && name === "files") await told(el, "your own file");
    else {
      await tab.waitForFunction(([p, b]) => p.textContent && p.textContent !== b, [source, before]);
      of[name] = await source.textContent();
    }
  }
  await (await el.$("button[name=link]")).click();
  if (/lasso|balls|letter|sentence/.test(id)) links.push([id, await tab.evaluate(() => location.hash)]); // one of every kind of control
  seen.left.push(...await el.$$eval("form :is(input, select, textarea, button, canvas, .cells):not([data-worked])", (all) => all.map((e) => e.outerHTML.slice(0, 80))));
  seen.faults.push(await el.$eval("p[role=status]", (p) => p.textContent));
}
// Where a reader wants nothing to move nothing does, neither what is dimmed nor what stands beside the pointer.
const chart = tab.locator(".proxlab-chart svg").first();
await chart.hover({ position: { x: 150, y: 150 } });
const { x, y } = await chart.boundingBox();
for (let k = 1; k < 6; k++) { // from the second place on it would move
  await tab.mouse.move(x + 150 + 15 * k, y + 150);
  await tab.waitForTimeout(50);
}
await tab.locator(".proxlab-chart > div[style*='pointer-events: none']").first().waitFor();
seen.moves = await tab.evaluate(() => [...document.querySelectorAll("*")].filter((e) => {
  const { transitionDuration, animationDuration } = getComputedStyle(e);
  return /[1-9]/.test(transitionDuration + animationDuration);
}).map((e) => e.outerHTML.slice(0, 120)));
// What is wrong is said in words, and mended by the next answer.
const target = tab.locator("input[name=target]");
await target.fill("nowhere");
await tab.waitForFunction(() => document.querySelector(".proxlab-explore .fault"));
seen.fault = await tab.locator(".proxlab-explore .fault").textContent();
seen.stale = await tab.locator("#proxlab-explore-table .facts").isVisible();
seen.drawn = await tab.$$eval(".proxlab-explore .proxlab-chart", (all) => all.filter((el) => el.querySelectorAll("svg path").length > 5).length);
seen.pictures = await tab.$$eval(".proxlab-figure > img", (all) => all.filter((i) => i.offsetParent !== null).length);
await tab.screenshot({ path: path.join(folder, "explorables-" + name + ".png"), fullPage: true });
for (const [id, hash] of links) { // who follows a link has the same answer
  await tab.goto("about:blank");
  await tab.goto(pathToFileURL(path.resolve(page)).href + hash, { waitUntil: "load" });
  await answered(id, 0);
  seen.linked.push(await tab.$eval("#" + id, (e) => ({ name: e.id.replace(/^proxlab-/, ""), ...e.proxlabShown })));
}
console.log(JSON.stringify(seen));
await browser.close();
