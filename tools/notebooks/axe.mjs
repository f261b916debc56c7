// violations says what axe-core finds wrong of a page by the rules of WCAG 2.2, levels A and AA: the rule, and the first elements that break it.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const source = await readFile(fileURLToPath(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

export async function violations(tab) {
  await tab.evaluate(source); // not as a script of the page, which its policy would refuse
  return tab.evaluate(async (values) => {
    const found = await window.axe.run(document, { runOnly: { type: "tag", values }, resultTypes: ["violations"] });
    return found.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) =>
      `${v.id} at ${n.target.join(" ")}: ${n.html.slice(0, 120)} (${v.nodes.length} in all; ${n.failureSummary.replaceAll(/\s+/g, " ").slice(0, 200)})`));
  }, tags);
}
