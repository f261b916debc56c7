// Makes MathML of the TeX in exported pages, so that formulas are there before any script runs, or without one. What is
// in scripts, styles and code stays. A formula that is wrong is shown in red, as it was written.
// Usage: node mathml.js FOLDER_OF_TEMML PAGE...
const fs = require("node:fs"), path = require("node:path");
const [folder, ...pages] = process.argv.slice(2);
const temml = require(path.resolve(folder, "dist", "temml.cjs"));
const style = fs.readFileSync(path.join(folder, "dist", "Temml-Local.css"), "utf8")
  .replace(/@font-face\s*{[^}]*}/, "") // the page has no file beside it
  .replace(/\/\*.*?\*\//gs, "").replace(/\s+/g, " ") +
  "math{display:inline math}math>mrow{padding:0}" + // one line, which scrolls where it is wider than the page
  ".tml-scroll{display:block;overflow-x:auto;overflow-y:hidden;padding:.2em 0}";

const verbatim = /<!--.*?-->|<(script|style|textarea|pre|code|svg|math)\b.*?<\/\1\s*>|<[a-z\/!][^>]*>/gis;
// As pandoc has it: no space behind the dollar that opens and before that which closes, and no digit after it.
const formula = /\$\$(.+?)\$\$|\\\[(.+?)\\\]|\\\((.+?)\\\)|(?<![\\$])\$(?![\s$])([^$]*?[^\s$\\])\$(?!\d)([.,;:)?!]*)|(\\begin{([a-z]+\*?)}.*?\\end{\7})/gs;
const plain = (html) => html.replace(/&(lt|gt|quot|amp|#39|#x27);/g, (_, name) => ({ lt: "<", gt: ">", quot: '"', amp: "&" })[name] ?? "'");

for (const page of pages) {
  const macros = {}; // a command that one cell defines is there for those after it
  const drawn = (text) => text.replace(formula, (_, dollars, brackets, parentheses, dollar, behind, environment) => {
    const display = dollars ?? brackets ?? environment;
    const math = temml.renderToString(plain(display ?? parentheses ?? dollar).trim(), { displayMode: display !== undefined, annotate: true, macros });
    if (behind) return `<span style="white-space:nowrap">${math}${behind}</span>`;
    return display === undefined ? math : `<span class="tml-scroll" tabindex="0">${math}</span>`;
  });
  const html = fs.readFileSync(page, "utf8");
  let out = "", at = 0;
  for (const tag of html.matchAll(verbatim)) {
    out += drawn(html.slice(at, tag.index)) + tag[0];
    at = tag.index + tag[0].length;
  }
  out += drawn(html.slice(at));
  if (out !== html) fs.writeFileSync(page, out.replace("</head>", () => `<style>${style}</style></head>`));
}
