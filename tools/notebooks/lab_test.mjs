// Works notebooks in JupyterLab with Chromium, as a reader would, the network cut off but for the server itself.
// Usage: node lab_test.mjs CHROMIUM SCREENSHOT_FOLDER SERVER TOKEN ACTION NOTEBOOK... ; prints one line of JSON a notebook.
//   run     Restart & Run All, save, close, one after another in the same JupyterLab; what was drawn and printed
//   open    open in a fresh browser, without running, one after another in the same JupyterLab: what is still there
//   untrusted   the same of a notebook from elsewhere: no chart is waited for
//   explore     open, and move a control of every figure that has some: what it then answers
//   stop    run, watch a live figure change, stop the kernel, wait: what is left
//   hold    run until a live figure is there, say so, and stay
//   complete   run all but the last cell, press Tab behind that one's text, then Shift-Tab: its text then, and the words shown
import { chromium } from "playwright-core";
import path from "node:path";
import { moveAll } from "./explore.mjs";
import { drawnCharts } from "./ink.mjs";

const [executablePath, shots, server, token, action, ...notebooks] = process.argv.slice(2);
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const patience = 300000; // ms for what a slow machine does in the end
const runs = ["run", "stop", "hold", "complete"].includes(action), together = ["run", "open"].includes(action);

const browser = await chromium.launch({
  executablePath,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const profile = await browser.newContext({ viewport: { width: 1200, height: 1000 } }); // a fresh one for each action
let seen, tab;
for (const notebook of notebooks) {
  seen = { notebook, action, asked: [], errors: [] };
  try {
    const begin = Date.now();
    if (tab) await another(tab, notebook);
    else await open(tab = await newTab(), notebook);
    if (action === "run") await runAll(tab, seen, begin);
    if (action === "stop") await stop(tab, seen);
    if (action === "hold") await hold(tab, seen);
    if (action === "complete") await complete(tab, seen);
    seen.charts = await settle(tab);
    if (action === "explore") seen.explored = await moveAll(tab);
    seen.seconds = (Date.now() - begin) / 1000;
    Object.assign(seen, await look(tab));
    if (runs) await tab.evaluate(() => window.jupyterapp.commands.execute("docmanager:save"));
    if (runs && process.env.PROXLAB_NOTEBOOKS) await shoot(tab, path.join(shots, `${action}-${path.basename(notebook, ".ipynb")}.png`));
    await tab.evaluate(() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown());
  } catch (e) {
    seen.errors.push(String(e));
  }
  console.log(JSON.stringify(seen));
  if (!together || seen.errors.length > 0) {
    await tab.close();
    tab = undefined;
  }
}
await browser.close();

// newTab is cut off from the network, and tells what it asks for and which scripts fail.
async function newTab() {
  const tab = await profile.newPage();
  tab.setDefaultTimeout(patience);
  await tab.route("**/*", (route) => {
    const url = route.request().url();
    if (url.startsWith(server) || url.startsWith("data:") || url.startsWith("blob:")) return route.continue();
    seen.asked.push(url);
    return route.abort();
  });
  tab.on("pageerror", (e) => {
    if (!/Canceled future|Disposed/.test(String(e))) seen.errors.push(String(e)); // JupyterLab's own, at a restart or a close
  });
  return tab;
}

// another closes the notebook that is open, and opens the next.
async function another(tab, notebook) {
  await tab.evaluate(async (path) => {
    window.jupyterapp.shell.currentWidget.close();
    await window.jupyterapp.commands.execute("docmanager:open", { path, factory: "Notebook" });
  }, notebook);
  await tab.waitForFunction((path) => window.jupyterapp.shell.currentWidget?.context?.path === path, notebook);
  await ready(tab);
}

// ready waits for a notebook, and for a kernel where it is to run.
async function ready(tab) {
  await tab.waitForFunction((wantKernel) => {
    const w = window.jupyterapp?.shell?.currentWidget;
    if (!w?.content?.widgets?.length || !w.context?.isReady) return false;
    return !wantKernel || w.sessionContext?.session?.kernel?.connectionStatus === "connected"; // this kernel tells no status before its first cell
  }, runs);
}

// open opens a notebook in a JupyterLab of its own.
async function open(tab, notebook) {
  await tab.goto(`${server}/lab/tree/${encodeURIComponent(notebook)}?reset&token=${token}`, { waitUntil: "load" });
  await ready(tab);
}

// runAll is the menu's Restart Kernel and Run All Cells. It notes the time of the first chart.
async function runAll(tab, seen, begin) {
  const done = tab.evaluate(() => window.jupyterapp.commands.execute("notebook:restart-run-all"));
  await tab.locator(".jp-Dialog button.jp-mod-accept").click();
  tab.waitForFunction(() => document.querySelector(".proxlab-chart svg"), null, { timeout: 0 })
    .then(() => { seen.firstChart = (Date.now() - begin) / 1000; }, () => {});
  seen.finished = await done;
  await drawnCharts(tab, 1, patience);
  seen.chosen = await choose(tab);
}

// choose takes the last entries of the lists above a chart, where there are some, and returns what the axes then say.
async function choose(tab) {
  const lists = tab.locator(".jp-OutputArea select[aria-label]");
  const count = await lists.count();
  for (let k = 0; k < Math.min(2, count); k++) {
    const entries = await lists.nth(k).locator("option").allTextContents();
    await lists.nth(k).selectOption(entries.at(-1));
  }
  if (count === 0) return [];
  return tab.evaluate(async () => {
    const echarts = await window.proxlabECharts;
    const o = echarts.getInstanceByDom(document.querySelector(".jp-OutputArea select[aria-label]").parentElement.nextElementSibling).getOption();
    return [o.yAxis[0].name, o.xAxis[0].name];
  });
}

// watch runs all, until the live figure has changed so often; it returns the end of the run.
async function watch(tab, seen, changes) {
  const done = tab.evaluate(() => window.jupyterapp.commands.execute("notebook:run-all-cells"));
  seen.live = [];
  while (seen.live.length < changes) {
    const size = await tab.waitForFunction((last) => {
      const now = document.querySelector(".jp-OutputArea svg polyline")?.getAttribute("points")?.length ?? 0;
      return now !== last && now;
    }, seen.live.at(-1) ?? 0);
    seen.live.push(await size.jsonValue());
  }
  return { done };
}

// stop looks at the live figure until it has changed, and interrupts the kernel.
async function stop(tab, seen) {
  const run = await watch(tab, seen, 3);
  const begin = Date.now();
  await tab.evaluate(() => window.jupyterapp.commands.execute("notebook:interrupt-kernel"));
  seen.finished = await run.done;
  seen.stopSeconds = (Date.now() - begin) / 1000;
}

// hold leaves everything at work.
async function hold(tab, seen) {
  await watch(tab, seen, 1);
  console.log(JSON.stringify(seen));
  await new Promise(() => {});
}

// complete presses Tab until the kernel has an answer: its first takes a time.
async function complete(tab, seen) {
  await tab.evaluate(async () => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = notebook.widgets.length - 1;
    await window.jupyterapp.commands.execute("notebook:run-all-above");
    notebook.mode = "edit";
    const editor = notebook.activeCell.editor, last = editor.lineCount - 1;
    editor.focus();
    editor.setCursorPosition({ line: last, column: editor.getLine(last).length });
  });
  const text = () => tab.evaluate(() => window.jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel.getSource());
  const before = await text();
  for (const end = Date.now() + patience; Date.now() < end && (await text()) === before;) {
    await tab.keyboard.press("Tab");
    await sleep(3000);
    if (await tab.locator(".jp-Completer-item").count() > 0) await tab.keyboard.press("Enter");
    await sleep(500);
    if ((await text()).startsWith(before + "  ")) break; // only a blank was put in: there are no names
  }
  seen.completed = await text();
  for (const end = Date.now() + patience; Date.now() < end && !seen.told;) {
    await tab.keyboard.press("Shift+Tab");
    await sleep(2000);
    seen.told = await tab.evaluate(() => document.querySelector(".jp-Tooltip")?.innerText.trim() ?? "");
    if (!seen.told) await tab.evaluate(() => window.jupyterapp.shell.currentWidget.content.activeCell.editor.focus());
  }
}

// settle scrolls through the notebook, so that all of it is drawn. It waits for the charts that its outputs have, which it returns; or for
// the pictures, where scripts may not run.
async function settle(tab) {
  const { charts, pictures } = await tab.evaluate(async () => {
    const cells = window.jupyterapp.shell.currentWidget.content.widgets;
    for (const c of cells) {
      c.node.scrollIntoView();
      await new Promise((r) => setTimeout(r, 30));
    }
    const data = cells.flatMap((c) => c.model.outputs?.toJSON() ?? []).map((o) => o.data ?? {});
    return {
      charts: data.filter((d) => [d["text/html"] ?? ""].flat().join("").includes("proxlab-chart")).length,
      pictures: data.filter((d) => d["image/png"]).length,
    };
  });
  if (action !== "untrusted") return drawnCharts(tab, charts, patience);
  await tab.waitForFunction((count) => [...document.querySelectorAll(".jp-OutputArea img")].filter((i) => i.naturalWidth > 0).length >= count, pictures)
    .catch(() => {});
  return drawnCharts(tab, 0, 0);
}

// look counts what a reader sees.
function look(tab) {
  return tab.evaluate(() => {
    const images = [...document.querySelectorAll(".jp-OutputArea img")].filter((i) => i.offsetParent !== null && i.naturalWidth > 0).length;
    const failed = [];
    window.jupyterapp.shell.currentWidget.content.widgets.forEach((c, k) => {
      for (const o of c.model.outputs?.toJSON() ?? []) {
        if (o.output_type === "error" || o.name === "stderr") failed.push(`cell ${k}: ${o.ename ?? ""} ${o.evalue ?? o.text}`);
      }
    });
    const controls = [...document.querySelectorAll(".jp-OutputArea :is(input, select, textarea, canvas, button)")].filter((el) => el.offsetParent !== null).length;
    return { images, failed, controls };
  });
}

// shoot takes the whole notebook: the window becomes as tall as it is.
async function shoot(tab, file) {
  const height = await tab.evaluate(() => {
    const cells = window.jupyterapp.shell.currentWidget.content.widgets;
    return cells.reduce((sum, c) => sum + c.node.getBoundingClientRect().height, 300);
  });
  await tab.setViewportSize({ width: 1200, height: Math.min(16000, Math.ceil(height)) });
  await tab.evaluate(() => window.jupyterapp.shell.currentWidget.content.widgets[0].node.scrollIntoView());
  await sleep(500);
  await tab.screenshot({ path: file });
}
