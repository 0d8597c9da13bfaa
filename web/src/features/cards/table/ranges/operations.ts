import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { isFigure } from "@kartis/core/cards/figures/schema.ts";
import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { trpc } from "../../../../lib/api.ts";
import { currentTranslate } from "../../../../lib/i18n.tsx";
import { fetchShared, queryClient } from "../../../../lib/query-client.ts";
import { meOptions } from "../../../../lib/session.ts";
import { showToast } from "../../../../lib/toasts/toasts.ts";
import { printValue, readTyped } from "../../../fields/definitions.ts";
import { regionOf, typedMessage } from "../../../fields/typed-moments.ts";
import { isEmpty } from "../../../fields/values.ts";
import type { Member } from "../../../people/people.ts";
import type { Column } from "../columns.ts";
import { columnsOf, landing, rowsOf, sourceOf, type Box } from "./range.ts";
import { printCards, readCards, type Seen } from "./named-cards.ts";
import { noteRefused } from "./refused.ts";
import { discardRejected, dropRejected, rejectCells, type Rejected } from "./rejected.ts";
import { parseTsv, printHtml, printTsv, type Block } from "./tsv.ts";
import { updateCells, type CellEdit } from "./update-cells.ts";

/** The table that cells are copied from and pasted into. */
export interface Sheet {
  readonly columns: readonly Column[];
  readonly types: readonly CardType[];
  readonly total: number;
  readonly members: readonly Member[];
  readonly region: string;
  /** The cards of the rows `first…last`, asked for where they are not here yet. */
  readonly load: (first: number, last: number) => Promise<readonly (Card | undefined)[]>;
}

/** More is work for an export, an import or a bulk edit. */
const maxRows = 5000;

function tooMany(rows: number): boolean {
  if (rows <= maxRows) return false;
  const t = currentTranslate();
  showToast({ tone: "info", code: "tooManyRows", title: t("palette.cells.tooMany", { max: maxRows }) });
  return true;
}

async function textOf(sheet: Sheet, card: Card, column: Column): Promise<string> {
  if (column.id === "updatedAt" || column.id === "createdAt") return card[column.id];
  if (isFigure(column.id)) return String(card.figures?.[column.id] ?? "");
  if (column.id === "type") return sheet.types.find(({ id }) => id === card.typeId)?.name ?? "";
  const field = column.fieldFor(card);
  const value = field && card.fields[field.id];
  if (!field || isEmpty(value)) return "";
  if (fieldTraits[field.type].choices === "people") return sheet.members.find(({ userId }) => userId === value)?.name ?? "";
  if (fieldTraits[field.type].choices === "cards") return printCards(value);
  return printValue(field, value, sheet.region);
}

async function blockOf(sheet: Sheet, box: Box): Promise<Block> {
  const cards = await sheet.load(box.top, box.bottom);
  const columns = sheet.columns.slice(box.first - 1, box.last);
  return Promise.all(cards.map((card) => Promise.all(columns.map(async (column) => (card ? textOf(sheet, card, column) : "")))));
}

/** Puts the cells' texts on the clipboard, as text and as a table. The clipboard takes a promise, so rows may still be on their way. */
export async function copy(sheet: Sheet, box: Box): Promise<void> {
  if (tooMany(rowsOf(box))) return;
  const block = blockOf(sheet, box);
  const part = async (print: (block: Block) => string, type: string) => new Blob([print(await block)], { type });
  await navigator.clipboard.write([
    new ClipboardItem({ "text/plain": part(printTsv, "text/plain"), "text/html": part(printHtml, "text/html") }),
  ]);
  const t = currentTranslate();
  showToast({
    tone: "info",
    code: `copied:${JSON.stringify(box)}`,
    givesWay: true,
    title: t("palette.cells.copied", { count: rowsOf(box) * columnsOf(box) }),
  });
}

/** A person is typed by name, or by e-mail address if those are visible. */
async function personOf(members: readonly Member[], text: string): Promise<string | undefined> {
  const wanted = text.trim().toLocaleLowerCase();
  const found = members.filter(
    ({ name, userId, isAssignable }) => isAssignable && [name, userId].some((own) => own.toLocaleLowerCase() === wanted),
  );
  if (found.length > 0 || !wanted.includes("@")) return found.length === 1 ? found[0]?.userId : undefined;
  if (!queryClient.getQueryData(meOptions().queryKey)?.permissions["ORGANIZATION.read"]) return undefined;
  const details = await fetchShared(trpc.members.details.queryOptions({}, { staleTime: 60_000 }));
  return details.find(({ email, suspendedAt }) => email === wanted && suspendedAt === null)?.userId;
}

type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

async function read(sheet: Sheet, field: Field, text: string, region: string, seen: Seen): Promise<Read> {
  const person =
    fieldTraits[field.type].choices === "people" && text.trim() !== "" ? await personOf(sheet.members, text) : undefined;
  if (fieldTraits[field.type].choices === "cards" && text.trim() !== "") return readCards(field, text, sheet.region, seen);
  return readTyped(field, person ?? text, region);
}

interface Target {
  readonly card: Card;
  readonly field: Field;
  readonly text: string;
}

/** Reads texts into cells: what is a value is saved, what is none stays in its cell with the reason. */
async function write(sheet: Sheet, targets: readonly Target[]): Promise<void> {
  const edits: CellEdit[] = [];
  const rejected: (Rejected & { cardId: CardId; fieldId: string; field: Field })[] = [];
  const t = currentTranslate();
  const seen: Seen = new Map();
  const byField = Map.groupBy(targets, ({ field }) => field.id);
  // One order for the whole column: 3/4/2027 beside 13/4/2027 is in April.
  const regions = new Map(
    [...byField].map(([id, own]) => [
      id,
      regionOf(
        own.map(({ text }) => text),
        sheet.region,
      ),
    ]),
  );
  for (const { card, field, text } of targets) {
    const region = regions.get(field.id) ?? sheet.region;
    const parsed = await read(sheet, field, text, region, seen);
    dropRejected(card.id, field.id);
    if (parsed.ok) edits.push({ card, field, value: parsed.value });
    else rejected.push({ cardId: card.id, fieldId: field.id, field, text, reason: typedMessage(t, parsed.message, region) });
  }
  rejectCells(rejected);
  const [first] = rejected;
  await updateCells(
    edits,
    first && {
      tone: "error",
      code: "cells:rejected",
      title: t("palette.cells.rejected", { count: rejected.length, total: targets.length }),
      message: `${first.field.label}: ${first.reason.replace(/\.?$/, ".")} ${t("palette.cells.rejectedHint")}`,
      action: { label: t("palette.cells.discard"), run: () => void discardRejected() },
    },
  );
  if (first) noteRefused();
}

/** Pastes a spreadsheet's text. Answers with the cells it went to; undefined when there was nothing to do. */
export async function paste(sheet: Sheet, target: Box, text: string): Promise<Box | undefined> {
  const block = parseTsv(text);
  const width = Math.max(...block.map((row) => row.length));
  const box = landing(target, { rows: block.length, columns: width }, { rows: sheet.total, columns: sheet.columns.length });
  if (tooMany(rowsOf(box))) return undefined;
  const cards = await sheet.load(box.top, box.bottom);
  const targets = cellsOf(sheet, box, cards).map(({ card, field, row, column }) => ({
    card,
    field,
    text: block[(row - box.top) % block.length]?.[(column - box.first) % width] ?? "",
  }));
  await write(sheet, targets);
  return box;
}

function cellsOf(sheet: Sheet, box: Box, cards: readonly (Card | undefined)[]) {
  return cards.flatMap((card, offset) =>
    sheet.columns.slice(box.first - 1, box.last).flatMap((column, index) => {
      const field = card && column.fieldFor(card);
      return card && field ? [{ card, field, row: box.top + offset, column: box.first + index }] : [];
    }),
  );
}

/** Repeats the source's values over the target. Between fields that differ they go as text, as a paste would take them. */
export async function fill(sheet: Sheet, source: Box, target: Box): Promise<void> {
  if (tooMany(rowsOf(target)) || tooMany(rowsOf(source))) return;
  const [from, to] = await Promise.all([sheet.load(source.top, source.bottom), sheet.load(target.top, target.bottom)]);
  const edits: CellEdit[] = [];
  const texts: Target[] = [];
  for (const { card, field, row, column } of cellsOf(sheet, target, to)) {
    const place = sourceOf(source, { row, column });
    const original = from[place.row - source.top];
    const own = sheet.columns[place.column - 1];
    const ownField = original && own?.fieldFor(original);
    if (!original || !own || !ownField) continue;
    if (ownField.id === field.id && original.typeId === card.typeId) {
      const value = original.fields[field.id] ?? null;
      if (value === null && field.required) continue;
      dropRejected(card.id, field.id);
      edits.push({ card, field, value });
    } else texts.push({ card, field, text: await textOf(sheet, original, own) });
  }
  if (texts.length > 0) await write(sheet, texts);
  await updateCells(edits);
}

/** The first row, or the first column, of a box over the rest of it. */
export function fillWithin(sheet: Sheet, box: Box, direction: "rows" | "columns"): Promise<void> {
  const source = direction === "rows" ? { ...box, bottom: box.top } : { ...box, last: box.first };
  const target = direction === "rows" ? { ...box, top: box.top + 1 } : { ...box, first: box.first + 1 };
  return fill(sheet, source, target);
}

/** Takes the values away; a required one stays, ringed, with the reason. */
export async function clear(sheet: Sheet, box: Box): Promise<void> {
  if (tooMany(rowsOf(box))) return;
  const cards = await sheet.load(box.top, box.bottom);
  const cells = cellsOf(sheet, box, cards).filter(({ card, field }) => !isEmpty(card.fields[field.id]));
  const required = cells.find(({ field }) => field.required);
  if (required) {
    const t = currentTranslate();
    showToast({ tone: "info", code: "cells:required", title: t("palette.cells.required", { label: required.field.label }) });
  }
  for (const { card, field } of cellsOf(sheet, box, cards)) dropRejected(card.id, field.id);
  await updateCells(cells.filter(({ field }) => !field.required).map(({ card, field }) => ({ card, field, value: null })));
}
