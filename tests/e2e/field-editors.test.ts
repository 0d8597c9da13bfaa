import { rawValues, settings } from "@kartis/core/cards/fields/arbitraries.fixture.ts";
import { isFlag } from "@kartis/core/cards/fields/field.ts";
import { definitionOf, type FieldType, registeredFieldTypes } from "@kartis/core/cards/fields/registry.ts";
import fc from "fast-check";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { keepPicture } from "./support/picture.ts";
import { call, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Made {
  readonly id: string;
  readonly slug: string;
  readonly fields: readonly { readonly id: string; readonly type: FieldType; readonly label: string }[];
}

const options = settings.options.map(({ id, hue }, index) => ({ id, label: `Option ${index + 1}`, hue }));

/** A card type with a field of every type there is, whatever is added to the list. */
async function typeOfAll(page: Page): Promise<Made> {
  return (await call(page, app.origin, "cardTypes.create", {
    draft: {
      name: "Thing",
      pluralName: "Things",
      hue: "blue",
      fields: registeredFieldTypes.map((type) => ({
        type,
        label: `A ${type}`,
        options: definitionOf(type).settings.includes("options") ? options : [],
        ...(definitionOf(type).settings.includes("relation") ? { relation: { typeIds: [], many: false } } : {}),
        displayed: true,
        required: false,
        internal: false,
      })),
    },
  })) as Made;
}

/** Text to type for a value of the type, and the resulting value; undefined if values are not typed. */
function typedFor(type: FieldType): { text: string; value?: unknown } | undefined {
  const definition = definitionOf(type);
  if (definition.choices || isFlag(definition) || (definition.ofOneCard && !definition.secret)) return undefined;
  if (definition.moment) return { text: { day: "3.1.27", instant: "3.1.27 14:30", time: "14:30" }[definition.moment] };
  const raws: readonly unknown[] = fc.sample(rawValues[type], { seed: 7, numRuns: 200 });
  for (const raw of raws) {
    const accepted = definition.accept(raw, settings);
    if (!accepted.ok) continue;
    const text = definition.secret ? "a secret" : definition.toText(accepted.value, settings);
    if (/^[\p{L}\p{N}\p{P}\p{S} \n]{1,80}$/u.test(text)) return { text, ...(definition.secret ? {} : { value: accepted.value }) };
  }
  return expect.fail(`nothing to type for a ${type}`);
}

/** Types it into the editor that has the focus; a link has an input for each of its parts. */
async function type(page: Page, fieldType: FieldType): Promise<void> {
  const typed = typedFor(fieldType);
  if (!typed) return;
  const [, label, address] = /^(.+) <(.+)>$/.exec(typed.text) ?? [];
  if (fieldType !== "link" || label === undefined) return page.keyboard.insertText(typed.text);
  await page.keyboard.insertText(address ?? "");
  await page.keyboard.press("Tab");
  await page.keyboard.insertText(label);
}

/** Chooses in the list or group that is open: the first is gone to where none is yet. */
async function choose(page: Page, fieldType: FieldType): Promise<void> {
  if (definitionOf(fieldType).choices === "cards") await page.getByRole("option").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  // What collects several is closed by going on.
  if (definitionOf(fieldType).column === "set" && fieldType !== "cardRelation") await page.keyboard.press("Tab");
}

const valuesOf = async (page: Page, cardId: string) =>
  ((await call(page, app.origin, "cards.update", { cardId, fields: {} })) as { fields: Record<string, unknown> }).fields;

async function drive(
  page: Page,
  made: Made,
  cardId: string,
  place: { focus: (index: number) => Promise<void>; isEditing: () => Promise<boolean> },
): Promise<void> {
  for (const [index, field] of made.fields.filter(({ label }) => label.startsWith("A ")).entries()) {
    const definition = definitionOf(field.type);
    const stored = () => valuesOf(page, cardId).then((values) => values[field.id]);
    await place.focus(index);
    await page.keyboard.press("Enter");
    if (isFlag(definition)) {
      await expect.poll(stored, { message: field.type }).toBe(true);
      await page.keyboard.press("Escape");
      await expect.poll(stored, { message: field.type }).not.toBe(true);
      await page.keyboard.press("Enter");
      await expect.poll(stored, { message: field.type }).toBe(true);
      continue;
    }
    await expect.poll(place.isEditing, { message: field.type }).toBe(true);
    await keepPicture(page, `editor-${field.type}`);
    await page.keyboard.press("Escape");
    await expect.poll(place.isEditing, { message: `${field.type}, Escape` }).toBe(false);
    expect(await stored(), field.type).toBeUndefined();
    if (definition.ofOneCard && !definition.secret) continue;

    await place.focus(index);
    await page.keyboard.press("Enter");
    await expect.poll(place.isEditing, { message: field.type }).toBe(true);
    if (definition.choices) await choose(page, field.type);
    else {
      await type(page, field.type);
      await page.keyboard.press("Enter");
    }
    await expect.poll(stored, { message: field.type }).toBeDefined();
    const { value } = typedFor(field.type) ?? {};
    if (value !== undefined) expect(await stored(), field.type).toEqual(value);
    // On the card's page, Escape outside of an editor leads back to the list.
    if (await place.isEditing()) await page.keyboard.press("Escape");
  }
}

const inEditor = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest("input, textarea, [role=dialog], [role=listbox]") !== null);

const columnOf = (page: Page) =>
  page.evaluate(() => {
    const column = document.activeElement?.getAttribute("data-column");
    return column ? Number(column) : undefined;
  });

it("every field type is edited by keyboard in the table, and Escape restores", async () => {
  const { page, complaints } = await app.open({ width: 1600 });
  await settle(page, app.origin);
  const made = await typeOfAll(page);
  const card = (await call(page, app.origin, "cards.create", { typeId: made.id, fields: { name: "One" } })) as { id: string };
  await page.goto(`${app.origin}/cards/${made.slug}`);
  await page.getByRole("rowheader", { name: "One" }).waitFor();
  const heads = (await page.getByRole("columnheader").allInnerTexts()).map((text) => text.trim());
  const own = made.fields.filter(({ label }) => label.startsWith("A "));
  await drive(page, made, card.id, {
    focus: async (index) => {
      const wanted = heads.indexOf(own[index]?.label ?? "");
      // By arrow keys, each when the one before has arrived.
      await expect
        .poll(
          async () => {
            const at = await columnOf(page);
            if (at === undefined) await page.locator("[data-row='0'][data-column='1']").focus();
            else if (at !== wanted) await page.keyboard.press(at < wanted ? "ArrowRight" : "ArrowLeft");
            return at === wanted;
          },
          { message: `the way to ${own[index]?.label}`, interval: 5 },
        )
        .toBe(true);
    },
    isEditing: async () => (await page.locator("[data-editing]").count()) > 0 && (await inEditor(page)),
  });
  expect(complaints).toEqual([]);
}, 240_000);

it("every field type is edited by keyboard on the card page, and Escape restores", async () => {
  const { page, complaints } = await app.open({ width: 1440 });
  await settle(page, app.origin);
  const made = await typeOfAll(page);
  const card = (await call(page, app.origin, "cards.create", { typeId: made.id, fields: { name: "One" } })) as { id: string };
  await page.goto(`${app.origin}/cards/${made.slug}/${card.id}`);
  const own = made.fields.filter(({ label }) => label.startsWith("A "));
  // Relations are lists of their own there, until they have a value.
  const shown = own.filter((field) => definitionOf(field.type).choices !== "cards");
  await drive(page, { ...made, fields: shown }, card.id, {
    focus: (index) => page.locator(`[data-field='${shown[index]?.id}'] [data-edit]`).focus(),
    isEditing: () => inEditor(page),
  });
  expect(complaints).toEqual([]);
}, 240_000);

it("Arrow Down moves from the text to a range's slider and a color's swatches, in Hebrew and dark too", async () => {
  const { page, complaints } = await app.open({ language: "he", theme: "dark" });
  await settle(page, app.origin, "he");
  const made = await typeOfAll(page);
  const card = (await call(page, app.origin, "cards.create", { typeId: made.id, fields: { name: "One" } })) as { id: string };
  await page.goto(`${app.origin}/cards/${made.slug}/${card.id}`);
  for (const [type, keys, value] of [
    // The slider runs from right to left here; the swatches do too.
    ["range", ["ArrowLeft", "ArrowLeft", "ArrowRight", "Enter"], 1],
    ["color", ["ArrowLeft", "Enter"], "#b27651"],
  ] as const) {
    const field = made.fields.find((each) => each.type === type) ?? expect.fail(type);
    await page.locator(`[data-field='${field.id}'] [data-edit]`).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: field.label }).waitFor();
    await keepPicture(page, `he-dark-${type}`);
    await page.keyboard.press("ArrowDown");
    for (const key of keys) await page.keyboard.press(key);
    await expect.poll(async () => (await valuesOf(page, card.id))[field.id], { message: type }).toBe(value);
  }
  const link = made.fields.find((each) => each.type === "link") ?? expect.fail("link");
  await page.locator(`[data-field='${link.id}'] [data-edit]`).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: link.label }).waitFor();
  await keepPicture(page, "he-dark-link");
  await page.keyboard.press("Escape");
  expect(complaints).toEqual([]);
}, 120_000);

/** The field that the focus is in: the one whose name is in the smallest part of the form around it. */
const fieldInFocus = (page: Page, labels: readonly string[]) =>
  page.evaluate((all) => {
    for (let part = document.activeElement; part && part.tagName !== "FORM"; part = part.parentElement) {
      const texts = [part, ...part.querySelectorAll("*")].flatMap((each) => [
        each.textContent.trim(),
        each.getAttribute("aria-label"),
      ]);
      const found = all.filter((label) => texts.includes(label));
      if (found.length > 0) return found.length === 1 ? found[0] : undefined;
    }
    return undefined;
  }, labels);

/** What is typed into the segments of a day, the day first as the organization's region has it, and of a time; the value that it makes. */
const segments = {
  day: { keys: "03012027", value: "2027-01-03" },
  time: { keys: "1430", value: "14:30" },
  instant: { keys: "03012027", value: "2027-01-03T12:30:00.000Z" },
} as const;

/** Fills in the control that has the focus, by its type, without the mouse. */
async function fillIn(page: Page, fieldType: FieldType): Promise<void> {
  const { choices, moment, ...definition } = definitionOf(fieldType);
  const { keyboard } = page;
  if (moment) {
    await keyboard.type(segments[moment].keys);
    if (moment !== "instant") return;
    // Past the calendar's button to the time.
    await keyboard.press("Tab");
    await keyboard.press("Tab");
    await keyboard.type(segments.time.keys);
  } else if (isFlag(definitionOf(fieldType))) await keyboard.press("Space");
  else if (choices) {
    await keyboard.press("ArrowDown");
    if (fieldType !== "radio") {
      await page.getByRole("option").first().waitFor();
      await keyboard.press("Enter");
    }
    if (definition.column === "set") await keyboard.press("Escape");
  } else await type(page, fieldType);
}

it("every field type is filled in by keyboard in the form for a new record, and the record has what was typed", async () => {
  const { page, complaints } = await app.open({ height: 1200 });
  await settle(page, app.origin);
  const made = await typeOfAll(page);
  await call(page, app.origin, "cards.create", { typeId: made.id, fields: { name: "Arbel Winery" } });
  await page.goto(`${app.origin}/cards/${made.slug}`);
  await page.getByRole("button", { name: "New record" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: /^Name/ }).waitFor();
  await page.keyboard.insertText("By keyboard");
  await dialog
    .getByRole("button", { name: /more|fields/i })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  const own = made.fields.filter(({ label }) => label.startsWith("A "));
  const reached = new Set<string>();
  for (let presses = 0; presses < 150 && reached.size < own.length; presses++) {
    await page.keyboard.press("Tab");
    const label = await fieldInFocus(
      page,
      own.map((field) => field.label),
    );
    const field = own.find((each) => each.label === label);
    if (!field || reached.has(field.label)) continue;
    reached.add(field.label);
    await fillIn(page, field.type);
  }
  expect(own.map(({ label }) => label).filter((label) => !reached.has(label))).toEqual([]);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  const { rows } = (await call(page, app.origin, "cards.search", { cardTypeId: made.id, search: "By keyboard" })) as {
    rows: { fields: Record<string, unknown> }[];
  };
  const [row] = rows;
  for (const { id, type: fieldType } of own) {
    const { moment, ofOneCard, secret } = definitionOf(fieldType);
    // Files are chosen in a window of the system.
    if (ofOneCard && !secret) continue;
    const value = moment ? segments[moment].value : typedFor(fieldType)?.value;
    if (value === undefined) expect(row?.fields[id], fieldType).toBeDefined();
    else expect(row?.fields[id], fieldType).toEqual(value);
  }
  expect(complaints).toEqual([]);
}, 120_000);
