// moveAll moves a control of every explorable, once it has answered, and returns what was asked and answered then.
export async function moveAll(tab) {
  const all = [];
  for (const el of await tab.$$(".proxlab-explore")) {
    const id = await el.getAttribute("id");
    const answers = async (more) => {
      await tab.waitForFunction(([id, n]) => +(document.getElementById(id).dataset.answers ?? 0) > n, [id, more]);
      return +await el.getAttribute("data-answers");
    };
    const count = await answers(0), before = await el.evaluate((e) => e.proxlabShown.asked);
    await move(tab, el);
    await answers(count);
    const { asked, answer } = await el.evaluate((e) => e.proxlabShown);
    all.push({ name: id.replace(/^proxlab-/, ""), before, asked, answer, milliseconds: +await el.getAttribute("data-milliseconds") });
  }
  return all;
}

// move moves a slider by a step; where there is none it draws, takes the last choice, or leaves out the last word.
async function move(tab, el) {
  const slider = await el.$("input[type=range]"), pad = await el.$("form canvas"), choice = await el.$("select");
  if (slider) return slider.press("ArrowRight");
  if (pad) {
    await pad.scrollIntoViewIfNeeded();
    const box = await pad.boundingBox();
    await tab.mouse.move(box.x + 120, box.y + 40);
    await tab.mouse.down();
    return tab.mouse.up();
  }
  if (choice) return choice.selectOption({ index: await choice.evaluate((s) => s.options.length - 1) });
  const field = await el.$("input[type=text], textarea");
  return field.fill((await field.inputValue()).trim().replace(/\s*\S+$/, ""));
}
