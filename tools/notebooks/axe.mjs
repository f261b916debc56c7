// violations says what axe-core finds wrong of a page by the rules of WCAG 2.2, levels A and AA: the rule, and the first elements that break it.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const source = await readFile(fileURLToPath(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

// Contrast is most of the work: colors = false leaves it out where another page has the same.
export async function violations(tab, colors = true) {
  await tab.evaluate(source); // not as a script of the page, which its policy would refuse
  return tab.evaluate(async ([values, enabled]) => {
    const found = await window.axe.run(document, {
      runOnly: { type: "tag", values }, rules: { "color-contrast": { enabled } }, resultTypes: ["violations"],
      preload: false, // which asks for style sheets anew, against the policy of pages
    });
    return found.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) =>
      `${v.id} at ${n.target.join(" ")}: ${n.html.slice(0, 120)} (${v.nodes.length} in all; ${n.failureSummary.replaceAll(/\s+/g, " ").slice(0, 200)})`));
  }, [tags, colors]);
}
