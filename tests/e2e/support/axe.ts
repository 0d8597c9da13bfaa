import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** What axe finds on the page as it is, of what keeps somebody from using it. */
export async function serious(page: Page, hasWordsInNames = false): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // A rule that axe leaves to those who ask: what is read on a control is in its name.
    .options({ rules: { "label-content-name-mismatch": { enabled: hasWordsInNames } } })
    .analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

/** Opens each menu, popover and dialog that a button of the page says it has, and says what axe finds with it open. */
export async function seriousWhenOpen(page: Page): Promise<string[]> {
  const found: string[] = [];
  const openers = page.locator("main button[aria-haspopup]:visible, header button[aria-haspopup]:visible");
  // A button of a menu that is loaded when it is asked for is another one afterwards; its name stays.
  const names = await openers.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent ?? ""));
  for (const name of new Set(names)) {
    const opener = page.getByRole("button", { name, exact: true }).filter({ visible: true }).first();
    if (await opener.isDisabled()) continue;
    await opener.click();
    found.push(...(await seriousInOverlay(page, name)));
  }
  return found;
}

const overlays = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** The same with what has just been opened, which Escape closes. */
export async function seriousInOverlay(page: Page, name: string): Promise<string[]> {
  const overlay = page.locator(overlays).filter({ visible: true });
  await overlay.first().waitFor({ timeout: 8_000 });
  const found = (await serious(page, true)).map((violation) => `${name}: ${violation}`);
  await page.keyboard.press("Escape");
  await expect.poll(() => overlay.count()).toBe(0);
  return found;
}
