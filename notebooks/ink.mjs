// chartsWithInk runs in a page: the charts that stand there, with the number of dark pixels of each.
function chartsWithInk() {
  return [...document.querySelectorAll(".proxlab-chart")].map((el) => {
    const canvas = el.querySelector("canvas");
    let ink = 0;
    if (canvas && canvas.width && canvas.height) {
      const d = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 0 && d[i] + d[i + 1] + d[i + 2] < 700) ink++;
    }
    return { id: el.id, ink };
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
