import type { AxeResults, ElementContext, RunOptions } from "axe-core";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

declare global {
  interface Window {
    axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Narrowed {
  /** Checks only the inside of this selector. */
  readonly within?: string;
  readonly except?: string;
  /** Checks only rules with one of these tags. */
  readonly tags?: readonly string[];
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
}

/** Axe is brought into a document once, and says of it only what violates: bringing all that it says out of the page took half of the time. */
async function analyze(page: Page, { within, except, tags, rules = {} }: Narrowed) {
  // React Aria announces by the id of an element that may be gone by the time axe looks for it.
  const context = { include: [within ?? "html"], exclude: ["[data-live-announcer]", ...(except ? [except] : [])] };
  // What passes is not described either.
  // The one frame there is, a template's preview, allows no scripts, not even those of axe.
  const options: RunOptions = {
    resultTypes: ["violations"],
    iframes: false,
    rules: { ...rules },
    ...(tags ? { runOnly: { type: "tag", values: [...tags] } } : {}),
  };
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const found = await page.evaluate(async (asked) => (await window.axe.run(asked.context, asked.options)).violations, {
    context,
    options,
  });
  return found.flatMap(({ id, impact, nodes }) => nodes.map((node) => ({ impact, line: `${id}: ${node.html.slice(0, 160)}` })));
}

/** All violations that axe finds on the page, a line for each element. */
export const violations = async (page: Page, narrowed: Narrowed = {}): Promise<string[]> =>
  (await analyze(page, narrowed)).map(({ line }) => line);

/** Violations that keep someone from using the page as it is. */
export async function serious(page: Page, hasWordsInNames = false): Promise<string[]> {
  // A rule that axe leaves to those who ask: what is read on a control is in its name.
  const found = await analyze(page, { rules: { "label-content-name-mismatch": { enabled: hasWordsInNames } } });
  return found.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ line }) => line);
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
