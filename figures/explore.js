// What a page does with an explorable: it shows the controls and the answer that was there when the page was made, starts the
// program beside the page in a worker, asks it whenever a control moves, and draws what it answers.
(() => {
  if (window.proxlabExplore) return;

  // The program. A page from disk may fetch nothing and start no worker from a file: it comes in a script, and the worker
  // is a Blob. JupyterLab serves the file from the folder that it was opened on.
  const jupyter = document.getElementById("jupyter-config-data");
  const address = file => jupyter ? JSON.parse(jupyter.textContent).baseUrl + "files/" + file : file;
  const script = src => new Promise((done, failed) => {
    const s = document.createElement("script");
    s.src = src;
    s.onload = done;
    s.onerror = () => failed(new Error("the program " + src + " does not lie beside the page: it shows what was solved when it was made, and answers nothing else"));
    document.head.append(s);
  });
  const bytesOf = (text, count) => { // 15 bits a letter, the lowest first
    const out = new Uint8Array(count);
    let held = 0, bits = 0, at = 0;
    for (let i = 0; i < text.length; i++) {
      held |= (text.charCodeAt(i) - 0x4000) << bits;
      for (bits += 15; bits >= 8; bits -= 8, held >>= 8) out[at++] = held;
    }
    return out;
  };
  let program;
  const load = file => program ??= (async () => {
    if (!window.proxlabModule) await script(address(file));
    const {go, bytes, module} = window.proxlabModule;
    window.proxlabModule.module = ""; // the compiled one is kept
    const stream = new Blob([bytesOf(module, bytes)]).stream().pipeThrough(new DecompressionStream("gzip"));
    const compiled = await WebAssembly.compileStreaming(new Response(stream, {headers: {"Content-Type": "application/wasm"}}));
    const glue = `self.proxlabReady = () => postMessage({ready: true});
      onmessage = async ({data}) => {
        try { // a rejection is no error of the worker
          if (data.again) return postMessage({text: self.proxlabAgain(data.name, data.values)});
          if (!data.module) return self.proxlabAnswer(data.name, data.values, text => postMessage({text}));
          const go = new Go();
          await go.run(await WebAssembly.instantiate(data.module, go.importObject));
          postMessage({ended: "it ended"});
        } catch (e) { postMessage({ended: String(e)}); }
      };`;
    return {compiled, source: URL.createObjectURL(new Blob([go, "\n", glue], {type: "text/javascript"}))};
  })();

  // asker answers the newest question: one that is solved when another comes is given 300 ms, and its worker then ended.
  const asker = (file, name, say, show) => {
    const grace = 300, patience = 200; // ms until it says that it is solving
    let worker = null, starting = false, ready = false, busy = false, wanted = null, asked, begun = 0, timer, slow;
    const heard = ({data}) => {
      if (data.ended) return stopped(data.ended);
      if (data.ready) ready = true;
      else {
        idle();
        const reply = JSON.parse(data.text);
        if (reply.answer) show(reply.answer, performance.now() - begun, asked);
        if (wanted === null) say(reply.error || "", !!reply.error);
      }
      next();
    };
    const idle = () => { busy = false; clearTimeout(timer); clearTimeout(slow); };
    const end = () => { if (worker) worker.terminate(); worker = null; ready = false; idle(); };
    const stopped = why => { end(); say("the program stopped: " + why, true); };
    const start = async () => {
      if (starting) return;
      starting = true;
      try {
        const {compiled, source} = await load(file);
        worker = new Worker(source);
        worker.onmessage = heard;
        worker.onerror = e => stopped(e.message);
        worker.postMessage({module: compiled});
      } catch (e) {
        program = undefined; // the next question tries again
        say(e.message, true);
      }
      starting = false;
    };
    const next = () => {
      if (!ready || busy || wanted === null) return;
      busy = true;
      begun = performance.now();
      asked = wanted;
      wanted = null;
      slow = setTimeout(() => say("solving …"), patience);
      worker.postMessage({name, values: JSON.stringify(asked)});
    };
    return values => {
      wanted = values;
      if (!worker) start();
      else if (busy) {
        clearTimeout(timer);
        timer = setTimeout(() => { end(); start(); }, Math.max(0, begun + grace - performance.now()));
      }
      next();
    };
  };

  // again asks how what was asked is solved without the page, of a worker of its own: the other may be solving.
  const again = async (file, name, asked) => {
    const {compiled, source} = await load(file), worker = new Worker(source);
    try {
      return await new Promise((done, failed) => {
        worker.onerror = e => failed(new Error(e.message));
        worker.onmessage = ({data}) => {
          if (data.ready) return worker.postMessage({again: true, name, values: JSON.stringify(asked)});
          const reply = data.ended ? {error: data.ended} : JSON.parse(data.text);
          if (reply.error) failed(new Error(reply.error));
          else done(reply.again);
        };
        worker.postMessage({module: compiled});
      });
    } finally { worker.terminate(); }
  };
  const download = ({Name, Content}) => {
    const a = make("a", {download: Name, href: URL.createObjectURL(new Blob([Content], {type: "text/plain"}))});
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 60000);
  };

  const palette = ["#0056a1", "#b84400", "#20a77c", "#5f093f", "#643800", "#1188b3", "#000000"];
  const short = v => window.proxlab.short(+(+v).toPrecision(6));

  // axis is one of a chart, with ticks, around the values.
  const axis = (a, values) => {
    if (a.Names) return {type: "value", name: a.Label, min: -0.5, max: a.Names.length - 0.5, names: a.Names, words: true, ticks: a.Names.map((n, k) => [k, n])};
    if (a.Bare && a.Min < a.Max) return {type: "value", min: a.Min, max: a.Max, bare: true, ticks: []};
    let fixed = a.Min < a.Max, lo = a.Min, hi = a.Max;
    if (a.Log && fixed) [lo, hi] = [Math.log10(lo), Math.log10(hi)];
    if (!fixed) {
      lo = Infinity;
      hi = -Infinity;
      for (const v of values) { lo = Math.min(lo, v); hi = Math.max(hi, v); }
      if (lo > hi) [lo, hi] = [0, 1];
      if (hi - lo < 1e-12 * Math.abs(hi)) [lo, hi] = [lo - 0.5, hi + 0.5];
    }
    return {type: "value", name: a.Label, min: lo, max: hi, log: a.Log || undefined, ticks: window.proxlab.ticks({log: a.Log, min: NaN, max: NaN}, lo, hi)};
  };
  // option is an answer as chart.js draws it: values on logarithmic axes are decimal logarithms, those ≤ 0 at a floor.
  const option = (of, answer) => {
    const o = {title: {text: of.Title, subtext: of.Subtitle}, columns: answer.Columns || 1, grid: [], xAxis: [], yAxis: [], series: [], legend: {data: []}};
    (answer.Panels || []).forEach((p, i) => {
      const series = (p.Series || []).filter(s => s.X && s.X.length);
      const on = (a, k) => {
        if (!a.Log) return v => v;
        let least = Infinity;
        for (const s of series) for (const v of s[k]) if (v > 0 && v < least) least = v;
        const floor = a.Min < a.Max ? a.Min : least < Infinity ? least * 1e-3 : 1e-16;
        return v => Math.log10(Math.max(v, floor));
      };
      const x = on(p.X, "X"), y = on(p.Y, "Y");
      const drawn = series.map(s => s.X.map((v, k) => [x(v), y(s.Y[k])]));
      o.grid.push({title: answer.Panels.length > 1 ? p.Title : "", equal: p.Equal});
      o.xAxis.push(axis(p.X, drawn.flatMap(d => d.map(q => q[0]))));
      o.yAxis.push(axis(p.Y, drawn.flatMap(d => d.map(q => q[1]))));
      series.forEach((s, k) => {
        const color = palette[((s.Color || k + 1) - 1) % palette.length], dots = s.Dots || s.X.length === 1;
        if (s.Cells) o.series.push({
          type: "custom", paint: "squares", renderItem: "", silent: true, name: s.Name, data: drawn[k].map(q => [...q, 1]), color,
          encode: {x: 0, y: 1}, xAxisIndex: i, yAxisIndex: i,
        });
        else o.series.push({
          type: "line", name: s.Name, data: drawn[k], color, itemStyle: {color}, showSymbol: true, symbol: dots ? "circle" : "none", symbolSize: 6,
          lineStyle: {color, width: s.Dots ? 0 : 2, opacity: s.Dots ? 0 : 1, type: s.Dashed ? "dashed" : "solid"}, xAxisIndex: i, yAxisIndex: i,
        });
      });
      const names = [...new Set(series.map(s => s.Name).filter(Boolean))];
      if (series.length > 1) o.legend.data = [...new Set([...o.legend.data, ...names])];
    });
    return o;
  };

  const style = document.createElement("style");
  style.textContent = `.proxlab-explore{max-width:860px;font:14px/1.5 system-ui,sans-serif}
.proxlab-explore form{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,250px),1fr));gap:.4em 1.4em;margin:.4em 0}
.proxlab-explore :is(input[type=range],textarea,input[type=text],select){display:block;width:100%;box-sizing:border-box;font:inherit}
.proxlab-explore output{font-variant-numeric:tabular-nums;font-weight:600;margin-left:.4em}
.proxlab-explore canvas{display:block;border:1px solid #8c8c8c;background:#fff;touch-action:none;cursor:crosshair}
.proxlab-explore .cells{display:grid;touch-action:none;user-select:none;cursor:crosshair;margin:.2em 0}
.proxlab-explore .cells span{border:1px solid #8c8c8c;text-align:center;padding:.3em 0 1.9em}
.proxlab-explore button{font:inherit;margin:.2em .4em 0 0}
.proxlab-explore .drop{display:block;border:1px dashed #8c8c8c;padding:.5em}.proxlab-explore .over{outline:2px solid #0056a1}
.proxlab-explore p{margin:.3em 0;min-height:1.5em}.proxlab-explore .fault{color:#c81e1e}
.proxlab-explore .late{opacity:.25;transition:opacity 0s .15s}.proxlab-explore .none{visibility:hidden}
.proxlab-explore .out{grid-column:1/-1}.proxlab-explore .out pre{font-size:12px;tab-size:4}
.proxlab-explore pre.proxlab-lines{margin:.3em 0;overflow-x:auto;font-family:ui-monospace,monospace!important;white-space:pre!important}.proxlab-explore pre.proxlab-lines:empty{display:none}
.proxlab-explore .facts b{font-variant-numeric:tabular-nums}.proxlab-explore .tables{overflow-x:auto}
.proxlab-explore table{border-collapse:collapse;margin:.5em 0}.proxlab-explore :is(td,th){padding:.1em .7em;text-align:right;font-variant-numeric:tabular-nums}
.proxlab-explore th{border-bottom:1px solid}.proxlab-explore :is(td,th):is(:first-child,.words){text-align:left}
@media print{.proxlab-explore form{display:none}}@media(prefers-reduced-motion:reduce){.proxlab-explore .late{transition:none}}
@media screen and (prefers-color-scheme:dark){[data-proxlab-follows] .proxlab-explore .fault{color:#ff8078}}[data-jp-theme-light=false]:not([data-proxlab-follows]) .proxlab-explore .fault{color:#ff8078}`;
  document.head.append(style);
  const make = (tag, about, ...inside) => {
    const el = Object.assign(document.createElement(tag), about);
    el.append(...inside);
    return el;
  };
  // named is a control below its label, which names it alone: a label around both would name what it holds first.
  let count = 0;
  const named = (about, label, control, ...between) => {
    control.id = "proxlab-control-" + ++count;
    return make("div", about, make("label", {htmlFor: control.id, textContent: label}), ...between, control);
  };
  const button = (textContent, name, onclick) => make("button", {type: "button", name, textContent, onclick});

  // Each kind of control makes its element, and returns a function that reads its value into values, one that is told of
  // answers or none, and one that takes its value from values.
  const controls = {};
  controls.slider = (c, changed) => {
    const decades = c.Log ? Math.log10(c.Max / c.Min) : 0;
    const at = r => c.Log ? Math.min(c.Max, +(c.Min * 10 ** r).toPrecision(4)) : r; // what is shown is what is asked
    const input = make("input", {type: "range", name: c.Name, min: c.Log ? 0 : c.Min, max: c.Log ? decades : c.Max, step: c.Step || "any"});
    input.value = c.Log ? Math.log10(c.Start / c.Min) : c.Start;
    const start = input.value; // the slider may not reach the start itself
    const value = () => input.value === start ? c.Start : at(+input.value);
    const out = make("output", {ariaLive: "off"}); // the slider says its value itself
    const tell = () => { out.textContent = short(value()); input.setAttribute("aria-valuetext", out.textContent); };
    input.oninput = () => { tell(); changed(); };
    tell();
    const set = ({Numbers: {[c.Name]: x}}) => {
      if (!(x >= c.Min && x <= c.Max)) return;
      input.value = c.Log ? Math.log10(x / c.Min) : x;
      tell();
    };
    return [named({tell}, c.Label, input, out), v => { v.Numbers[c.Name] = value(); }, undefined, set];
  };
  // A control of steps goes on by its step whenever an answer is there, until it is stopped, or more steps change nothing.
  controls.play = (c, changed) => {
    const [label, read, , set] = controls.slider(c, () => { if (playing) play(false); changed(); });
    const input = label.querySelector("input"), by = c.Step || 1;
    let playing = false, ended = false;
    const go = to => {
      input.value = Math.min(c.Max, Math.max(c.Min, to));
      label.tell();
      changed();
    };
    const play = on => {
      playing = on;
      start.textContent = on ? "■ stop" : "▶ go on";
    };
    const start = button("▶ go on", c.Name + "-play", () => {
      play(!playing);
      if (playing) go(ended || +input.value >= c.Max ? c.Min : +input.value + by);
    });
    const heard = answer => { // none where it was refused, or failed
      ended = !answer || answer.Ended;
      if (!playing) return;
      if (ended || +input.value >= c.Max) play(false);
      else go(+input.value + by);
    };
    const box = make("div", {}, label, start,
      button("one step", c.Name + "-step", () => { play(false); go(+input.value + by); }),
      button("from the start", c.Name + "-first", () => { play(false); go(c.Min); }));
    return [box, read, heard, set];
  };
  controls.choice = (c, changed) => {
    const select = make("select", {name: c.Name, onchange: changed}, ...c.Options.map(s => new Option(s, s)));
    select.value = c.Word;
    return [named({}, c.Label, select), v => { v.Words[c.Name] = select.value; }, undefined,
      ({Words: {[c.Name]: word}}) => { if (c.Options.includes(word)) select.value = word; }];
  };
  controls.text = (c, changed) => {
    const field = make(c.Rows > 1 ? "textarea" : "input", {name: c.Name, value: c.Word, oninput: changed, spellcheck: false});
    if (c.Rows > 1) field.rows = c.Rows;
    else field.type = "text";
    return [named({}, c.Label, field), v => { v.Words[c.Name] = field.value; }, undefined, v => { field.value = v.Words[c.Name] ?? field.value; }];
  };
  // Groups of cells are drawn by dragging: from one to another takes all between, on a grid the rectangle. They are written
  // below, where they can be changed, by keyboard too.
  controls.cells = (c, changed) => {
    const rows = c.Rows || 1, columns = c.Columns, field = make("input", {type: "text", name: c.Name, value: c.Word, spellcheck: false});
    field.setAttribute("aria-label", c.Label);
    const cells = Array.from({length: rows * columns}, (_, k) => make("span", {textContent: k + 1}));
    const grid = make("div", {className: "cells"}, ...cells), said = make("small", {role: "status"});
    grid.style.gridTemplateColumns = `repeat(${columns},1fr)`;
    let from = -1, drawn = [];
    const groups = () => field.value.split(";").map(g => g.trim().split(/\s+/).filter(Boolean).map(Number)).filter(g => g.length);
    const paint = () => { // a stripe for each group that a cell is in
      const all = groups();
      cells.forEach((el, k) => {
        const mine = all.flatMap((g, i) => g.includes(k + 1) ? [palette[i % palette.length]] : []);
        el.style.background = mine.length ? `linear-gradient(${mine.flatMap((p, i) => [`${p} ${100 * i / mine.length}%`, `${p} ${100 * (i + 1) / mine.length}%`])}) bottom/100% ${Math.min(24, 7 * mine.length)}px no-repeat` : "";
        el.classList.toggle("over", drawn.includes(k + 1));
      });
    };
    const write = text => { field.value = text; paint(); changed(); };
    const under = e => cells.indexOf(document.elementFromPoint(e.clientX, e.clientY));
    const drag = to => {
      if (to < 0) return;
      const place = k => [Math.floor(k / columns), k % columns], [[r, s], [u, v]] = [place(from), place(to)];
      drawn = cells.map((_, k) => k + 1).filter(k => {
        const [y, x] = place(k - 1);
        return y >= Math.min(r, u) && y <= Math.max(r, u) && x >= Math.min(s, v) && x <= Math.max(s, v);
      });
      paint();
    };
    grid.onpointerdown = e => {
      from = under(e);
      if (from < 0) return;
      e.preventDefault();
      grid.setPointerCapture(e.pointerId);
      drag(from);
    };
    grid.onpointermove = e => { if (from >= 0) drag(under(e)); };
    const end = () => { from = -1; drawn = []; };
    const add = () => {
      const text = drawn.join(" ");
      end();
      write([...groups().map(g => g.join(" ")), text].join("; "));
    };
    grid.onpointerup = () => { if (from >= 0) add(); };
    grid.onpointercancel = () => { end(); paint(); };
    Object.assign(grid, {tabIndex: 0, role: "application", ariaLabel: c.Label + ": arrow keys go from cell to cell, with Shift they take those between; Enter makes a group of them"});
    let here = 0;
    grid.onblur = () => { end(); paint(); };
    grid.onkeydown = e => {
      if (e.key === "Enter" && drawn.length) return e.preventDefault(), add();
      const to = here + ({ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns}[e.key] ?? NaN);
      if (!(to >= 0 && to < cells.length)) return;
      e.preventDefault();
      here = to;
      if (!e.shiftKey || from < 0) from = here;
      drag(here);
      said.textContent = "cells " + drawn.join(" ");
    };
    field.oninput = () => { paint(); changed(); };
    paint();
    return [make("div", {}, c.Label, grid, said, field,
      button("without the last", c.Name + "-last", () => write(groups().slice(0, -1).map(g => g.join(" ")).join("; "))),
      button("none", c.Name + "-none", () => write(""))), v => { v.Words[c.Name] = field.value; }, undefined,
      v => { field.value = v.Words[c.Name] ?? field.value; paint(); }];
  };
  controls.file = (c, changed) => {
    const most = 4 << 20;
    let chosen = null, text; // none is at the start, and where a reader takes theirs back
    const said = make("small", {});
    const take = async file => {
      chosen = file;
      text = undefined;
      said.textContent = file ? " " + file.name : "";
      changed(); // what is read takes a while
      if (!file || file.size > most) return;
      const read = await file.text().catch(e => e);
      if (chosen !== file) return;
      text = read;
      changed();
    };
    const input = make("input", {type: "file", name: c.Name, onchange: () => take(input.files[0])});
    const box = make("label", {className: "drop"}, c.Label, make("br", {}), input, said);
    box.ondragover = e => { e.preventDefault(); box.classList.add("over"); };
    box.ondragleave = () => box.classList.remove("over");
    box.ondrop = e => {
      e.preventDefault();
      box.classList.remove("over");
      if (e.dataTransfer.files.length) take(e.dataTransfer.files[0]);
    };
    return [box, v => {
      if (!chosen) return;
      const {name, size} = chosen;
      if (size > most) throw new Error(`${name} has ${size} bytes: a page takes ${most} at most`);
      if (text === undefined) throw new Error(`reading ${name} …`);
      if (text instanceof Error) throw new Error(`${name} cannot be read: ${text.message}`);
      v.Words[c.Name] = text;
      v.Files[c.Name] = name;
    }];
  };
  controls.pad = (c, changed) => {
    const canvas = make("canvas", {width: 240, height: 240, tabIndex: 0});
    Object.assign(canvas, {role: "application", ariaLabel: c.Label + ": arrow keys move the pen, the space bar sets it down and lifts it, Delete clears"});
    let strokes = c.Strokes || [], down = false, pen = null, set = false; // where the keyboard's pen is, and whether it is down
    const paint = () => {
      const ink = canvas.getContext("2d");
      ink.clearRect(0, 0, 240, 240);
      Object.assign(ink, {lineWidth: 14, lineCap: "round", lineJoin: "round", strokeStyle: "#262626"});
      for (const s of strokes) {
        ink.beginPath();
        for (const [x, y] of s) ink.lineTo(240 * x, 240 * y);
        if (s.length === 1) ink.lineTo(240 * s[0][0] + 0.1, 240 * s[0][1]);
        ink.stroke();
      }
      if (!pen) return;
      Object.assign(ink, {lineWidth: 2, strokeStyle: set ? "#c81e1e" : "#0056a1"});
      ink.beginPath();
      ink.arc(240 * pen[0], 240 * pen[1], 9, 0, 7);
      ink.stroke();
    };
    const at = e => {
      const box = canvas.getBoundingClientRect(), part = v => Math.min(1, Math.max(0, +v.toFixed(4)));
      return [part((e.clientX - box.left) / box.width), part((e.clientY - box.top) / box.height)];
    };
    let fresh = true; // the first stroke replaces the letter at the start
    const begin = place => {
      if (fresh) strokes = [];
      fresh = false;
      strokes = [...strokes, [place]];
    };
    canvas.onpointerdown = e => {
      canvas.setPointerCapture(e.pointerId);
      down = true;
      pen = null;
      begin(at(e));
      paint();
    };
    canvas.onpointermove = e => { if (down) { strokes[strokes.length - 1].push(at(e)); paint(); changed(); } };
    canvas.onpointerup = canvas.onpointercancel = () => { if (down) { down = false; changed(); } };
    const none = () => { fresh = set = false; strokes = []; paint(); changed(); };
    const clear = make("button", {type: "button", textContent: "clear", onclick: none});
    canvas.onkeydown = e => {
      const by = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[e.key];
      if (e.key === "Delete" || e.key === "Backspace") none();
      else if (e.key === " ") {
        set = !set;
        if (set) begin(pen ??= [0.5, 0.5]);
      } else if (by) {
        pen = (pen ?? [0.5, 0.5]).map((v, k) => Math.min(1, Math.max(0, +(v + by[k] / 20).toFixed(4))));
        if (set) strokes[strokes.length - 1].push(pen);
      } else return;
      e.preventDefault();
      paint();
      if (set) changed();
    };
    canvas.onblur = () => { pen = null; set = false; paint(); };
    paint();
    return [make("div", {}, c.Label, canvas, clear), v => { v.Strokes[c.Name] = strokes; }, undefined,
      v => { strokes = v.Strokes[c.Name] ?? strokes; fresh = false; paint(); }];
  };

  const tables = list => (list || []).map(t => { // columns of words, that are no numbers, begin at the left
    const worded = t.Heading.map((_, k) => (t.Rows || []).some(r => r[k].length > 24));
    const row = (kind, cells) => make("tr", {}, ...cells.map((s, k) => make(kind, {textContent: s, className: worded[k] ? "words" : ""})));
    return make("table", {}, make("caption", {textContent: t.Title}), make("thead", {}, row("th", t.Heading)),
      make("tbody", {}, ...(t.Rows || []).map(r => row("td", r))));
  });

  // The explorable in an element, with the answer that it shows first.
  window.proxlabExplore = async (el, {of, answer, module, offers}) => {
    if (typeof WebAssembly !== "object") { // the static figure stays
      el.append(make("p", {textContent: "This browser runs no WebAssembly: the figure is as it was solved when the page was made."}));
      el.hidden = false;
      return;
    }
    load(module).catch(() => { program = undefined; }); // beside the chart library; a question tells what is wrong
    for (let i = 0; i < 50 && !window.proxlabECharts; i++) await new Promise(r => setTimeout(r, 100));
    try { if (!await window.proxlabECharts) return; } catch { return; } // the static figure stays
    const status = make("p", {}), facts = make("p", {className: "facts"}), words = make("div", {}), below = make("div", {className: "tables", role: "region", ariaLabel: "tables of the answer", tabIndex: 0});
    for (const told of [facts, words]) Object.assign(told, {ariaLive: "polite", ariaAtomic: "true"});
    status.setAttribute("role", "status");
    const chart = make("div", {className: "proxlab-chart", id: el.id + "-chart"});
    chart.setAttribute("role", "img");
    const shown = make("div", {}, facts, words, chart, below);
    let change, answered, asking;
    const show = (a, ms, asked) => {
      facts.replaceChildren(...(a.Facts || []).flatMap((f, k) => [k ? " · " : "", f.Name + " ", make("b", {textContent: short(f.Value)})]));
      words.replaceChildren(...(a.Said || []).map(s => make("div", {textContent: s})), make("pre", {className: "proxlab-lines", tabIndex: a.Aligned ? 0 : -1, textContent: (a.Aligned || []).join("\n")}));
      below.replaceChildren(...tables(a.Tables));
      below.hidden = !a.Tables?.length;
      chart.setAttribute("aria-label", [of.Title, facts.textContent, ...(a.Said || [])].filter(Boolean).map(s => /[.?!]$/.test(s) ? s : s + ".").join(" "));
      const o = option(of, a);
      chart.style.display = o.grid.length ? "" : "none";
      if (o.grid.length && change) change(o);
      else if (o.grid.length) change = window.proxlab.draw(chart, o);
      el.proxlabShown = {asked, answer: a};
      answered = JSON.stringify(asked);
      mark();
      if (ms === undefined) return;
      source.textContent = said.textContent = "";
      el.dataset.answers = +(el.dataset.answers || 0) + 1;
      el.dataset.milliseconds = ms.toFixed(1);
      if (asking === answered) hear(a);
    };
    const hear = a => { // of what the controls say now: a late answer, or a late refusal, is not what they wait for
      if (!soon) for (const heard of listeners) heard(a);
    };
    // An answer to what the controls no longer say is dimmed until theirs is there, and hidden where there is none.
    const mark = fault => {
      const late = asking !== answered;
      shown.classList.toggle("late", late);
      shown.classList.toggle("none", late && (!!fault || shown.classList.contains("none")));
      shown.setAttribute("aria-busy", late);
    };
    const say = (text, fault) => {
      if (asking === "") return; // what the controls say cannot be asked, and that has been said
      tell(text, fault);
    };
    const tell = (text, fault) => {
      status.textContent = text;
      status.className = fault ? "fault" : "";
      mark(fault);
      if (fault) hear();
    };
    const form = make("form", {onsubmit: e => e.preventDefault()}), readers = [], listeners = [], setters = [];
    const values = () => {
      const v = {Numbers: {}, Words: {}, Strokes: {}, Files: {}};
      for (const read of readers) read(v);
      return v;
    };
    const ask = asker(module, of.Name, say, show);
    const question = () => {
      try {
        const v = values();
        asking = JSON.stringify(v);
        mark();
        ask(v);
      } catch (e) {
        asking = "";
        tell(e.message, true);
      }
    };
    let soon;
    const changed = () => { soon ??= requestAnimationFrame(() => { soon = undefined; question(); }); }; // once a frame
    for (const c of of.Controls || []) {
      const [box, read, heard, set] = controls[c.Kind](c, changed);
      form.append(box);
      readers.push(read);
      if (heard) listeners.push(heard);
      if (set) setters.push([read, set]); // a file is nobody's but the reader's
    }
    // An address says what the controls say, behind the figure's name.
    const state = () => {
      const v = {Numbers: {}, Words: {}, Strokes: {}};
      for (const [read] of setters) read(v);
      return JSON.stringify(v);
    };
    const follow = () => { // tells whether the address says something else
      if (!location.hash.startsWith(`#${el.id}=`)) return false;
      const before = state();
      try {
        const v = JSON.parse(decodeURIComponent(location.hash.slice(el.id.length + 2)));
        for (const [, set] of setters) set({Numbers: {}, Words: {}, Strokes: {}, ...v});
      } catch { return false; } // it was cut
      return state() !== before;
    };
    // What was solved last goes on outside of the page: as a command, as a program, and the files that both read.
    const said = make("small", {role: "status"}), source = make("pre", {className: "proxlab-lines", tabIndex: -1});
    const copy = async text => navigator.clipboard?.writeText(text).then(() => { said.textContent = " copied"; }, () => {});
    const takes = (label, name, what) => button(label, name, async () => {
      try {
        said.textContent = "";
        what(await again(module, of.Name, el.proxlabShown.asked));
      } catch (e) { tell(e.message, true); }
    });
    const written = (text, none) => {
      Object.assign(source, {textContent: text, tabIndex: text ? 0 : -1});
      if (text) copy(text);
      else said.textContent = none;
    };
    const out = make("div", {className: "out"});
    if (offers?.command) out.append(takes("copy as command", "command", a => written(a.Command, " no command solves this")));
    if (offers?.go) out.append(takes("copy as Go", "go", a => written(a.Go, " no program is written for this")));
    if (offers?.files) out.append(takes("save the data", "files", a => {
      (a.Files || []).forEach(download);
      said.textContent = a.Files ? " " + a.Files.map(f => f.Name).join(", ") : " it is your own file";
    }));
    if (!jupyter) {
      const link = button("copy link to this state", "link", async () => {
        location.hash = `${el.id}=${encodeURIComponent(state())}`;
        said.textContent = " it is the address of this page now";
        await copy(location.href);
      });
      out.prepend(link);
      addEventListener("hashchange", () => { if (follow()) changed(); });
    }
    out.append(said, source);
    form.append(out);
    for (const field of form.elements) field.dataset.lmSuppressShortcuts = "true"; // JupyterLab's arrow keys fold headings, also where a slider has the focus
    el.hidden = false;
    el.append(form, status, shown);
    const start = values(), moved = follow(), first = moved ? values() : start;
    asking = JSON.stringify(first);
    show(answer, undefined, start);
    say("starting the program …");
    ask(first);
    if (moved) el.scrollIntoView();
  };
})();
