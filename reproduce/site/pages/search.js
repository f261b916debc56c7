// The search box: it looks for words in the sections of all pages, which lie beside them in search-index.js and are read
// when somebody first looks for something. A page from disk may fetch nothing: they are a script.
(() => {
  const root = document.currentScript.dataset.root, form = document.querySelector("form[role=search]");
  const box = form.querySelector("input"), panel = form.querySelector("div"), said = form.querySelector("[role=status]"), list = form.querySelector("ol");
  const most = 12, around = 70;
  form.hidden = false;
  const fold = s => s.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  let index;
  const load = () => index ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = root + "search-index.js";
    script.onload = () => done(window.proxlabSections.map(([page, anchor, title, within, text]) => ({page, anchor, title, within, text, folded: [fold(title), fold(within), fold(text)]})));
    script.onerror = () => { index = undefined; failed(new Error("search-index.js does not lie beside these pages")); };
    document.head.append(script);
  });
  // Every word begins one of the section's; headings count more than text, whole words more than beginnings.
  const find = (sections, words) => {
    const letter = "[\\p{L}\\p{N}]", begins = words.map(w => new RegExp(`(?<!${letter})${w}`, "gu")), whole = words.map(w => new RegExp(`(?<!${letter})${w}(?!${letter})`, "u"));
    return sections.map(s => {
      const [title, within, text] = s.folded;
      let score = 0;
      for (const k of words.keys()) {
        const times = [title, within, text].map(t => (t.match(begins[k]) ?? []).length);
        if (!times.some(Boolean)) return {score: 0};
        score += 10 * !!times[0] + 5 * whole[k].test(title) + 4 * !!times[1] + Math.min(3, times[2]) + whole[k].test(text);
      }
      return {s, score: score / (1 + title.length / 200)};
    }).filter(f => f.score > 0).sort((a, b) => b.score - a.score);
  };
  // part is the text around the first word, which is marked.
  const part = (text, words) => {
    const at = words.map(w => text.toLowerCase().indexOf(w)).filter(k => k >= 0).sort((a, b) => a - b)[0] ?? 0;
    const from = at < around ? 0 : text.indexOf(" ", at - around) + 1, p = document.createElement("p");
    const shown = (from ? "… " : "") + text.slice(from, at + 2 * around) + (text.length > at + 2 * around ? " …" : "");
    for (const [k, piece] of shown.split(new RegExp(`(${words.join("|")})`, "giu")).entries()) {
      const el = document.createElement(k % 2 ? "mark" : "span");
      el.textContent = piece;
      p.append(el);
    }
    return p;
  };
  let asked = 0;
  const look = async () => {
    const mine = ++asked, words = fold(box.value).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    panel.hidden = !words.length;
    if (!words.length) return;
    const sections = await load().catch(e => { said.textContent = e.message; });
    if (!sections || mine !== asked) return;
    const found = find(sections, words);
    said.textContent = found.length > most ? `the first ${most} of ${found.length} sections` : `${found.length} section${found.length === 1 ? "" : "s"}`;
    list.replaceChildren(...found.slice(0, most).map(({s}) => {
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = root + s.page + (s.anchor && "#" + s.anchor);
      link.textContent = s.within === s.title ? s.title : s.title + " · " + s.within;
      item.append(link, part(s.text, words));
      return item;
    }));
  };
  box.oninput = look;
  form.onsubmit = e => { e.preventDefault(); list.querySelector("a")?.click(); };
  form.onkeydown = e => { if (e.key === "Escape") { panel.hidden = true; box.focus(); } };
  form.addEventListener("focusout", e => { if (!form.contains(e.relatedTarget)) panel.hidden = true; });
  list.onclick = e => { if (e.target.closest("a")) panel.hidden = true; };
  box.onfocus = () => { panel.hidden = !box.value.trim(); };
})();
