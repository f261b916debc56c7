// chartsWithInk runs in a page: the charts that stand there, with the length in pixels of all lines of each.
function chartsWithInk() {
  return [...document.querySelectorAll(".proxlab-chart")].map((el) => {
    let ink = 0;
    for (const path of el.querySelectorAll("svg path")) ink += path.getTotalLength();
    return { id: el.id, ink: Math.round(ink) };
  });
}

// drawnCharts waits until a page has so many charts at least and all have ink, and returns what chartsWithInk says then; it gives up after
// patience milliseconds.
export async function drawnCharts(tab, least, patience) {
  for (const end = Date.now() + patience; ;) {
    const charts = await tab.evaluate(chartsWithInk);
    if ((charts.length >= least && charts.every((c) => c.ink >= 1000)) || Date.now() > end) return charts;
    await new Promise((r) => setTimeout(r, 100));
  }
}
