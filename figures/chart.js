// What a page does with the option of a chart that package figures made: it lays it out for the width there is, in the
// colors of the page's theme, and redraws it when either changes. An axis has, beside what the library knows, ticks with
// labels, and log where its values are decimal logarithms.
(() => {
  if (window.proxlab) return;

  // Numbers as on the axes of static figures; on hover, with four digits.
  const short = v => {
    const r = +(+v).toPrecision(12), a = Math.abs(r);
    return a !== 0 && (a < 1e-3 || a >= 1e5) ? r.toExponential().replace("e+", "e") : String(r);
  };
  const four = v => short(+(+v).toPrecision(4));
  const shown = (axis, v) => axis.names ? axis.names[Math.round(v)] ?? "" : four(axis.log ? 10 ** v : v);
  const text = s => String(s).replace(/[&<>"']/g, c => "&#" + c.charCodeAt(0) + ";");

  // The colors of the palette and of text, by theme. Those of the dark one are the brighter sisters of the light ones.
  const bright = {
    "#0056a1": "#2b8dd0", "#b84400": "#e47b3d", "#20a77c": "#40cf9e", "#5f093f": "#d593c1",
    "#643800": "#ffd66a", "#1188b3": "#6fd6fd", "#000000": "#f2f2f2", "#262626": "#e6e6e6", "#c81e1e": "#ff8078",
  };
  const light = {ink: "#262626", grey: "#767676", faint: "#e4e4e4", paper: "#ffffff", of: c => c};
  const dark = {ink: "#e6e6e6", grey: "#a0a0a0", faint: "#3c3c3c", paper: "#1c1c1c", of: c => bright[c] || c};
  const system = matchMedia("(prefers-color-scheme: dark)");
  let printing = false;
  const theme = () => {
    const b = document.body, jupyter = b.dataset.jpThemeLight;
    if (printing) return light;
    if (jupyter && !b.dataset.proxlabFollows) return jupyter === "false" ? dark : light;
    if (/\bvscode-(dark|light)\b/.test(b.className)) return b.classList.contains("vscode-dark") ? dark : light;
    return b.dataset.proxlabFollows && system.matches ? dark : light;
  };

  // Text is measured before it is laid out.
  const pen = document.createElement("canvas").getContext("2d");
  const wide = (s, px = 12) => { pen.font = px + "px sans-serif"; return pen.measureText(s).width; };
  const wrap = (s, px, most) => {
    const lines = [];
    for (const word of (s || "").split(/\s+/).filter(Boolean)) {
      const last = lines.length - 1;
      if (last >= 0 && wide(lines[last] + " " + word, px) <= most) lines[last] += " " + word;
      else lines.push(word);
    }
    return lines;
  };

  // ticks of the part of an axis that a reader has zoomed to; the whole axis has those it came with.
  const round = (lo, hi) => {
    const span = (hi - lo) / 6, power = 10 ** Math.floor(Math.log10(span));
    const step = power * [1, 2, 5, 10].find(m => m * power >= span), out = [];
    for (let k = Math.ceil(lo / step - 1e-9); k * step <= hi + 1e-9 * step; k++) out.push(k * step);
    return out;
  };
  const ticks = (axis, lo, hi) => {
    if (axis.names || lo <= axis.min && hi >= axis.max) return axis.ticks.filter(t => t[0] >= lo - 1e-9 && t[0] <= hi + 1e-9);
    if (!axis.log) return round(lo, hi).map(v => [v, short(v)]);
    if (hi - lo >= 2) return round(lo, hi).filter(Number.isInteger).map(e => [e, short(10 ** e)]);
    const digits = all => {
      const out = [];
      for (let e = Math.floor(lo); e <= hi; e++)
        for (const d of all) {
          const v = e + Math.log10(d);
          if (v >= lo && v <= hi) out.push([v, short(d * 10 ** e)]);
        }
      return out;
    };
    for (const all of [[1, 2, 5], [1, 2, 3, 4, 5, 6, 7, 8, 9]]) if (digits(all).length > 2) return digits(all);
    return round(10 ** lo, 10 ** hi).map(v => [Math.log10(v), short(v)]);
  };
  // thinned leaves out labels that would touch.
  const thinned = (list, room) => {
    let named = list;
    while (named.length > 2 && named.reduce((sum, t) => sum + wide(t[1]) + 10, 0) > room)
      named = named.filter((_, k) => k % 2 === 0);
    return named;
  };
  // worded shows all words below an axis: upright where they have no room beside one another.
  const worded = (axis, lo, hi, room) => {
    const list = axis.ticks.filter(t => t[0] >= lo - 1e-9 && t[0] <= hi + 1e-9), each = room / Math.max(1, hi - lo);
    const upright = room > 0 && list.some(t => wide(t[1]) > 0.95 * each);
    return {
      axisTick: {show: false, customValues: list.map(t => t[0])},
      axisLabel: {
        show: true, customValues: list.map(t => t[0]), showMinLabel: true, showMaxLabel: true, interval: 0, hideOverlap: false,
        rotate: upright ? 90 : 0, formatter: v => axis.names[Math.round(v)] ?? "",
      },
    };
  };
  // placed shows all names of categories: in lines where they have room beside one another, upright elsewhere.
  const placed = (data, room) => {
    const each = room / data.length - 6, upright = data.some(s => wrap(s, 12, each).some(line => wide(line) > each));
    const lines = s => upright ? [s] : wrap(s, 12, each);
    return {
      high: upright ? Math.max(...data.map(s => wide(s))) : 15 * Math.max(...data.map(s => lines(s).length)),
      axisLabel: {show: true, interval: 0, hideOverlap: false, rotate: upright ? 90 : 0, lineHeight: 15, formatter: s => lines(s).join("\n")},
    };
  };
  const marked = (axis, lo, hi, room) => {
    if (axis.type === "category") return room ? placed(axis.data, room) : {};
    if (axis.names) return worded(axis, lo, hi, room);
    const list = ticks(axis, lo, hi).filter(t => t[1]), named = room ? thinned(list, room) : list;
    return {
      axisTick: {show: true, customValues: named.map(t => t[0])},
      axisLabel: {
        show: true, customValues: named.map(t => t[0]), showMinLabel: true, showMaxLabel: true,
        formatter: v => (named.find(t => Math.abs(t[0] - v) < 1e-9 * (1 + Math.abs(v))) || [0, ""])[1],
      },
    };
  };

  // What the library draws only by functions: bands between two curves, and bars of errors.
  const painters = {
    band: (s, color) => (params, api) => params.dataIndex > 0 ? null : {
      type: "polygon", silent: true,
      shape: {points: [...s.data.map(d => api.coord([d[0], d[2]])), ...s.data.toReversed().map(d => api.coord([d[0], d[1]]))]},
      style: {fill: color, opacity: 0.2},
    },
    errors: (s, color) => (params, api) => {
      const [x, low, high, shift] = s.data[params.dataIndex];
      const by = (shift || 0) * api.size([1, 0])[0];
      const [a, b] = [api.coord([x, low]), api.coord([x, high])].map(p => [p[0] + by, p[1]]);
      const line = (x1, y1, x2, y2) =>
        ({type: "line", silent: true, shape: {x1, y1, x2, y2}, style: {stroke: color, lineWidth: 1.3}});
      return {type: "group", children: [line(...a, ...b), line(a[0] - 4, a[1], a[0] + 4, a[1]), line(b[0] - 4, b[1], b[0] + 4, b[1])]};
    },
  };
  // An arc of a tree is half an oval from a head, 0 for the root, to a word, and a head of its own at that.
  painters.arcs = (s, color) => (params, api) => {
    const [from, to, level] = s.data[params.dataIndex];
    const [x, y] = api.coord([to, 0]), top = api.coord([to, level])[1];
    const beside = Math.min(4, 0.12 * api.size([1, 0])[0]);
    const end = from ? x - Math.sign(to - from) * beside : x + (s.dashed ? beside : 0);
    const style = {stroke: color, lineWidth: 1.6, fill: "none", lineDash: s.dashed ? [5, 4] : undefined};
    const head = {type: "polygon", silent: true, shape: {points: [[end, y + 1], [end - 3.5, y - 6], [end + 3.5, y - 6]]}, style: {fill: color}};
    if (!from) return {type: "group", children: [{type: "line", silent: true, shape: {x1: end, y1: top, x2: end, y2: y - 5}, style}, head]};
    const begin = api.coord([from, 0])[0] + Math.sign(to - from) * beside, bend = (end - begin) / 8, lift = (y - top) * 4 / 3;
    const shape = {x1: begin, y1: y, cpx1: begin + bend, cpy1: y - lift, cpx2: end - bend, cpy2: y - lift, x2: end, y2: y};
    return {type: "group", children: [{type: "bezierCurve", silent: true, shape, style}, head]};
  };
  // Straight lines and curves between places, squares with sides, and texts as high as a part of the y axis.
  const dashes = (s, color) => ({stroke: color, lineWidth: s.thick, fill: "none", lineDash: s.dashed ? [5, 4] : undefined});
  painters.strokes = (s, color) => (params, api) => {
    const d = s.data[params.dataIndex], p = [];
    for (let k = 0; k < d.length; k += 2) p.push(api.coord([d[k], d[k + 1]]));
    const [x1, y1] = p[0], [x2, y2] = p.at(-1), style = dashes(s, color);
    if (p.length === 2) return {type: "line", silent: true, shape: {x1, y1, x2, y2}, style};
    return {type: "bezierCurve", silent: true, shape: {x1, y1, cpx1: p[1][0], cpy1: p[1][1], cpx2: p[2][0], cpy2: p[2][1], x2, y2}, style};
  };
  painters.squares = (s, color) => (params, api) => {
    const [x, y, side] = s.data[params.dataIndex], [cx, cy] = api.coord([x, y]), [w, h] = api.size([side, side]).map(v => Math.max(1, v));
    const style = s.hollow ? {fill: "none", stroke: color, lineWidth: 1.5} : {fill: color};
    return {type: "rect", silent: true, shape: {x: cx - w / 2, y: cy - h / 2, width: w, height: h}, style};
  };
  painters.lettering = (s, color) => (params, api) => {
    const [x, y, letters] = s.data[params.dataIndex], [cx, cy] = api.coord([x, y]);
    const each = s.name === "letters"; // which have a place each
    const px = Math.min(13, 1.1 * api.size([0, s.height])[1], each ? 1.4 * api.size([1, 0])[0] : 13);
    if (each && px < 5) return {type: "circle", silent: true, shape: {cx, cy, r: px / 4}, style: {fill: color}}; // none could be read
    return {type: "text", silent: true, style: {text: letters, x: cx, y: cy, fill: color, align: "center", verticalAlign: "middle", fontSize: px, fontFamily: "sans-serif"}};
  };
  const painted = (s, t, o) => {
    const color = t.of(s.color);
    const out = {...s, animation: false, clip: true};
    if (s.type === "custom") return {...out, color, renderItem: painters[s.paint](s, color), z: s.paint === "band" ? 1 : 4, tooltip: {show: false}};
    if (s.type === "heatmap") { // a number in each cell, light on dark and dark on light
      const {min, max, digits} = o.visualMap, share = v => max > min ? (v - min) / (max - min) : 0.5;
      return {
        ...out, label: {show: true, formatter: p => p.value[2].toFixed(digits)},
        data: s.data.map(d => ({...d, label: {color: share(d.value[2]) > 0.6 ? light.ink : light.paper}})),
      };
    }
    const point = s.rings ? {color: "transparent", borderColor: color, borderWidth: 2} : {color};
    if (s.rings) out.symbolSize = 9;
    return {...out, color, itemStyle: {...s.itemStyle, ...point}, lineStyle: s.lineStyle && {...s.lineStyle, color}};
  };

  // laidOut returns the option for a width, and the height it takes.
  const laidOut = (o, w, t) => {
    const narrow = w < 560, room = narrow ? w - 16 : w - 240;
    const head = wrap(o.title.text, 15, room), sub = wrap(o.title.subtext, 12, room);
    const top = (narrow ? 28 : 6) + 19 * head.length + 15 * sub.length + 16;
    let rows = o.legend.data.length > 0 ? 1 : 0, x = 0, lettered = 0, tallest = 0;
    const named = name => wrap(name, 12, w - 78); // a name that is too long for a line has several
    for (const name of o.legend.data) {
      const lines = named(name), more = Math.max(...lines.map(s => wide(s))) + 54;
      if (x > 0 && x + more > w - 24) { rows++; x = tallest = 0; }
      lettered += Math.max(0, lines.length - tallest);
      tallest = Math.max(tallest, lines.length);
      x += more;
    }
    // Lines of 14 pixels, as much between rows, and the legend's own edges.
    const below = o.visualMap ? 56 : rows ? 14 * (lettered + rows) : 6;
    const columns = Math.max(1, Math.min(o.columns || 1, Math.floor(w / 200)));
    const foot = Math.max(50, ...o.xAxis.map(({names, type, data, name}) => { // where names have no room beside one another they stand upright
      if (type === "category") return placed(data, w / columns - 76).high + (name ? 36 : 14);
      const words = (names || []).map(s => wide(s));
      return words.some(v => v > 0.95 * (w / columns - 76) / words.length) ? Math.max(...words) + 14 : 0;
    }));
    const lines = Math.ceil(o.grid.length / columns), inner = o.grid[0].inner;
    const headings = o.grid.map(g => wrap(g.title, 12, w / columns - 20)), most = Math.max(...headings.map(h => h.length));
    const high = o.grid.length > 1 ? 300 + 15 * Math.max(0, most - 1) : inner ? inner + foot + 4 : 396;
    const height = top + lines * high + below;
    const titles = [{
      text: head.join("\n"), subtext: sub.join("\n"), left: "center", top: narrow ? 26 : 4, itemGap: 4,
      textStyle: {fontSize: 15, lineHeight: 19, fontWeight: "normal", color: t.ink, fontFamily: "sans-serif"},
      subtextStyle: {fontSize: 12, lineHeight: 15, color: t.grey, fontFamily: "sans-serif"},
    }];
    const grids = [], axes = {x: [], y: []}, sizes = [];
    o.grid.forEach((g, i) => {
      const cell = {left: (i % columns) * w / columns, top: top + Math.floor(i / columns) * high, width: w / columns};
      const labels = o.yAxis[i].ticks.map(t => wide(t[1])), left = Math.max(24, ...labels) + 34;
      const heading = most ? 9 + 15 * most : 4;
      const grid = {
        left: cell.left + left, top: cell.top + heading, width: cell.width - left - 18, height: high - heading - foot,
      };
      const half = Math.max(0, ...headings[i].map(s => wide(s) / 2 + 8)); // over the data, but not beyond the cell
      if (g.title) titles.push({
        text: headings[i].join("\n"), top: cell.top - 2,
        left: Math.max(cell.left + half, Math.min(cell.left + cell.width - half, cell.left + left + grid.width / 2)),
        textAlign: "center", textStyle: {fontSize: 12, lineHeight: 15, fontWeight: "normal", color: t.ink, fontFamily: "sans-serif"},
      });
      grids.push(grid);
      sizes.push(grid);
      for (const k of ["x", "y"]) {
        const a = o[k + "Axis"][i], b = {...a};
        if (g.equal) {
          const other = o[(k === "x" ? "y" : "x") + "Axis"][i], per = p => k === "x" ? p.width : p.height;
          const unit = Math.max((a.max - a.min) / per(grid), (other.max - other.min) / (k === "x" ? grid.height : grid.width));
          const half = unit * per(grid) / 2, middle = (a.max + a.min) / 2;
          Object.assign(b, {min: middle - half, max: middle + half, ticks: b.bare ? b.ticks : round(middle - half, middle + half).map(v => [v, short(v)])});
        }
        const m = marked(b, b.min, b.max, k === "x" ? grid.width : 0);
        axes[k].push({
          ...b, ...m, gridIndex: i, nameLocation: "middle", nameGap: k === "x" ? Math.max(28, (m.high || 0) + 13) : left - 20,
          nameTextStyle: {color: t.ink, fontSize: 12, fontFamily: "sans-serif"},
          axisLabel: {...m.axisLabel, color: t.ink, fontSize: 12, fontFamily: "sans-serif"},
          axisLine: {show: !b.bare && !b.words, onZero: false, lineStyle: {color: t.grey}}, minorTick: {show: false},
          axisTick: {...m.axisTick, lineStyle: {color: t.grey}, length: 4},
          splitLine: {show: !o.visualMap && b.type !== "category" && !o.xAxis[i].words && !b.bare, lineStyle: {color: t.faint}},
        });
      }
    });
    const option = {
      animation: false, backgroundColor: "transparent", title: titles, grid: grids, xAxis: axes.x, yAxis: axes.y,
      series: o.series.map(s => painted(s, t, o)),
      legend: {
        show: rows > 0, data: o.legend.data, formatter: name => named(name).join("\n"), left: "center", width: w - 24, bottom: 4, itemGap: 14, itemWidth: 30, itemHeight: 9,
        textStyle: {color: t.ink, fontSize: 12, lineHeight: 14, fontFamily: "sans-serif"}, inactiveColor: t.faint,
      },
      tooltip: {
        show: true, trigger: o.visualMap ? "item" : "axis", confine: true, transitionDuration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 0.4, backgroundColor: t.paper, borderColor: t.grey,
        textStyle: {color: t.ink, fontSize: 12}, axisPointer: {type: "line", lineStyle: {color: t.grey}},
        formatter: p => told(o, [].concat(p)),
      },
      visualMap: o.visualMap && {...o.visualMap, left: "center", bottom: 4, textStyle: {color: t.ink}},
    };
    return {option, height, sizes};
  };

  // told is the text on hover: the place on the x axis, and a line for each curve there.
  const told = (o, points) => {
    points = points.filter(p => p.seriesType !== "custom");
    if (!points.length) return "";
    const at = i => [o.xAxis[i], o.yAxis[i]];
    const [first] = points, [x, y] = at(o.series[first.seriesIndex].xAxisIndex || 0);
    const value = p => Array.isArray(p.value) ? p.value : [p.dataIndex, p.value];
    if (o.visualMap) {
      const [j, i, v] = value(first);
      return `${text(x.name)} ${text(x.data[j])}, ${text(y.name)} ${text(y.data[i])}: <b>${four(v)}</b>`;
    }
    if (y.type === "category") return `${text(first.name)}<br>${text(x.name)} <b>${text(shown(x, first.value))}</b>`;
    const where = x.type === "category" ? first.name : shown(x, value(first)[0]);
    return `${text(x.name)} ${text(where)}<br>` + points.filter(p => value(p)[1] !== "-").map(p =>
      `${p.marker}${text(p.seriesName)} <b>${text(shown(at(o.series[p.seriesIndex].xAxisIndex || 0)[1], value(p)[1]))}</b>`).join("<br>");
  };

  // save hands a chart to the reader as a file, in the colors of paper.
  const save = (o, name, kind) => {
    const box = document.createElement("div"), w = 860, {option, height} = laidOut(o, w, light);
    box.style.cssText = `position:absolute;left:-9999px;width:${w}px;height:${height}px`;
    document.body.append(box);
    const c = window.echarts.init(box, null, {renderer: kind === "svg" ? "svg" : "canvas", width: w, height, devicePixelRatio: 3});
    c.setOption({...option, backgroundColor: "#ffffff"});
    const a = document.createElement("a");
    a.href = c.getDataURL({type: kind, pixelRatio: 3, backgroundColor: "#ffffff"});
    a.download = name + "." + kind;
    a.click();
    c.dispose();
    box.remove();
  };
  const icons = {
    zoom: "path://M9 2a7 7 0 1 0 4.2 12.6l5 5 1.4-1.4-5-5A7 7 0 0 0 9 2zm0 2a5 5 0 1 1 0 10A5 5 0 0 1 9 4z",
    back: "path://M9 4 2 11l7 7v-5h9V9H9z",
    reset: "path://M11 4a7 7 0 1 1-6.7 5h2.1A5 5 0 1 0 11 6v4L5.500 5.500 11 1z",
    file: "path://M10 2h2v9l3.500-3.500 1.400 1.400L11 14.800 5.100 8.900l1.400-1.400L10 11zM3 17h16v2H3z",
  };
  const toolbox = (o, name, t, draw) => ({
    show: !printing, right: 4, top: 2, itemSize: 15, itemGap: 10, iconStyle: {color: t.grey, borderWidth: 0},
    emphasis: {iconStyle: {color: t.ink, textFill: t.ink}},
    feature: {
      dataZoom: {
        title: {zoom: "zoom: draw a box", back: "back"}, icon: {zoom: icons.zoom, back: icons.back}, filterMode: "none",
        brushStyle: {color: t.grey, opacity: 0.25},
      },
      myReset: {show: true, title: "reset", icon: icons.reset, onclick: draw},
      mySVG: {show: true, title: "save SVG", icon: icons.file, onclick: () => save(o, name, "svg")},
      myPNG: {show: true, title: "save PNG", icon: icons.file, onclick: () => save(o, name, "png")},
    },
  });

  const style = document.createElement("style");
  style.textContent = ".proxlab-chart{width:100%;max-width:860px}@media print{.proxlab-chart,.proxlab-chart>div{width:100%!important;" +
    "height:auto!important;overflow:visible!important}.proxlab-chart svg{position:static!important;width:100%!important;" +
    "height:auto!important}.proxlab-chart{break-inside:avoid}.proxlab-choice{display:none}}";
  document.head.append(style);

  const all = new Set();
  const redraw = () => { for (const f of all) f(); };
  system.addEventListener("change", redraw);
  new MutationObserver(redraw).observe(document.body, {attributes: true, attributeFilter: ["data-jp-theme-light", "class"]});
  addEventListener("beforeprint", () => { printing = true; redraw(); });
  addEventListener("afterprint", () => { printing = false; redraw(); });

  // choices puts two lists above a chart, from which the reader chooses what it shows.
  const choices = (el, list, change) => {
    const box = document.createElement("div");
    box.className = "proxlab-choice";
    box.style.cssText = "max-width:860px;text-align:right";
    const [y, x] = ["Y", "X"].map(k => {
      const s = document.createElement("select");
      s.setAttribute("aria-label", k === "Y" ? "compared" : "over");
      for (const v of new Set(list.map(d => d[k]))) s.add(new Option(v, v));
      s.onchange = () => { const d = list.find(d => d.Y === y.value && d.X === x.value); if (d) change(d.Option); };
      return s;
    });
    box.append(y, " over ", x);
    el.before(box);
  };

  // draw shows a chart in an element, and then hides the static figure before it. It returns a function that shows another
  // option there.
  const draw = (el, o, list) => {
    const name = el.id.replace(/^proxlab-/, "");
    let chart, sizes = [], width = 0;
    const paint = () => {
      const w = Math.round(el.clientWidth) || 860, t = theme(), made = laidOut(o, w, t);
      el.style.height = made.height + "px";
      if (!chart) {
        chart = window.echarts.init(el, null, {renderer: "svg"});
        chart.on("datazoom", zoomed);
      }
      chart.resize({width: w, height: made.height, silent: true});
      chart.setOption({...made.option, toolbox: toolbox(o, name, t, paint)}, true);
      const svg = el.querySelector("svg");
      if (svg) svg.setAttribute("viewBox", `0 0 ${w} ${made.height}`);
      sizes = made.sizes;
      width = w;
    };
    const zoomed = () => {
      const part = {xAxis: [], yAxis: []};
      for (const k of ["xAxis", "yAxis"])
        o[k].forEach((a, i) => {
          const axis = chart.getModel().getComponent(k, i).axis;
          const [lo, hi] = axis.scale.getExtent();
          part[k].push(marked(a, lo, hi, k === "xAxis" ? sizes[i].width : 0));
        });
      chart.setOption(part);
    };
    const change = option => { o = option; paint(); };
    if (list) choices(el, list, change);
    paint();
    all.add(() => { if (el.isConnected) paint(); });
    new ResizeObserver(() => { if (!printing && el.clientWidth && Math.round(el.clientWidth) !== width) paint(); }).observe(el);
    const out = el.closest(".jp-OutputArea-child,.output_area,.proxlab-figure");
    const before = out && (out.classList.contains("proxlab-figure") ? out : out.previousElementSibling);
    const img = before && before.querySelector("img");
    if (img) (out === before ? img : before).style.display = "none";
    return change;
  };
  window.proxlab = {draw, ticks, short};
})();
