import { starsType } from "@kartis/core/cards/fields/stars.fixture.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import { createTranslate } from "@kartis/i18n/create-translate.ts";
import { formatter } from "@kartis/i18n/format.ts";
import { loadMessages } from "@kartis/i18n/load.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { queryClient } from "../../lib/query-client.ts";
import { fieldTypes } from "../card-types/fields/field-types.ts";
import { withType } from "../card-types/draft.ts";
import { GroupLabel } from "../cards/groups/GroupLabel.tsx";
import { columnsOf } from "../cards/table/columns.ts";
import { canGroup } from "../cards/views/grouping.ts";
import { Display } from "./display/Display.tsx";
import { Editor } from "./editors/Editor.tsx";
import { FormField } from "./form/FormField.tsx";
import { readTyped } from "./definitions.ts";
import { stars } from "./stars.fixture.tsx";

// The words come from the store of the page, which there is none of here.
vi.mock(import("../../lib/i18n.tsx"), async (original) => ({
  ...(await original()),
  useT: () => english,
  useFormat: () => formatter(),
}));
// The one line that a new type takes in core, and the one that it takes here.
vi.mock(import("@kartis/core/cards/fields/types/list.ts"), async (original) => {
  const { fieldRegistry } = await original();
  const { stars: definition } = await import("@kartis/core/cards/fields/stars.fixture.ts");
  return { fieldRegistry: { ...fieldRegistry, stars: definition } };
});
vi.mock(import("./types/list.ts"), async (original) => {
  const { fieldScreens } = await original();
  const { stars: screen } = await import("./stars.fixture.tsx");
  return { fieldScreens: { ...fieldScreens, stars: screen } };
});

const english = createTranslate("en", await loadMessages("en"));
const rating: Field = {
  id: "fld_rating",
  key: "rating",
  type: starsType,
  label: "Rating",
  options: [],
  displayed: true,
  required: false,
  internal: false,
};
const drawn = (node: ReactNode) => renderToStaticMarkup(<QueryClientProvider client={queryClient}>{node}</QueryClientProvider>);

it("is offered where fields are added, and another field becomes one", () => {
  expect(fieldTypes).toContain("stars");
  const choice: Field = { ...rating, type: "singleSelect", options: [{ id: "opt_a", label: "A", hue: "red" }] };
  expect(withType(choice, starsType)).toMatchObject({ type: "stars", options: [] });
});

it("is shown in a cell, a group, and a column of its icon and width", () => {
  expect(drawn(<Display field={rating} value={4} place="cell" />)).toContain("★★★★");
  expect(drawn(<GroupLabel field={rating} value={2} />)).toContain("★★");
  expect(canGroup(rating)).toBe(true);
  const type: CardType = {
    id: "typ_01ARZ3NDEKTSV4RRFFQ69G5FAV",
    slug: "hotels",
    apiName: "hotel",
    name: "Hotel",
    pluralName: "Hotels",
    hue: "blue",
    hidden: false,
    identifiers: [],
    fields: [rating],
    processes: [],
    relationViews: [],
    order: 1,
    version: 1,
  };
  const [column] = columnsOf(type, english);
  expect(column).toMatchObject({ icon: stars.icon, defaultWidth: 99, isNumeric: false, isSortable: true });
});

it("is edited in its place and in a form, and what is typed is read by its definition", async () => {
  const editor = <Editor field={rating} value={4} place="cell" onCommit={() => undefined} onCancel={() => undefined} />;
  expect(drawn(editor)).toMatch(/<input[^>]*aria-label="Rating"[^>]*dir="ltr"/);
  expect(drawn(<FormField field={rating} value="★★" onChange={() => undefined} errorMessage={undefined} />)).toContain(
    'value="★★"',
  );
  expect(await readTyped(rating, "★★★", "IL")).toEqual({ ok: true, value: 3 });
  expect(await readTyped(rating, "many", "IL")).toEqual({ ok: false, message: "validation.range" });
});

it("is filtered by the operator that its definition begins with", () => {
  expect(fieldTraits[starsType]).toMatchObject({ defaultOperator: "GREATER_THAN", summable: true });
  expect(stars.print?.(4, rating, expect.anything())).toBe("4/5");
});
