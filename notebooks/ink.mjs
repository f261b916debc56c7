// chartsWithInk runs in a page: the charts that stand there, with the number of dark pixels of each.
export function chartsWithInk() {
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
