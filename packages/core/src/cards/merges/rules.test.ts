import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultChoice, mergeFields, type MergedCard, unite, unmergeFields } from "./rules.ts";
import { CardTypeSchema } from "../schema.ts";

const field = (id: string, type: string) => ({ id, key: id, type, label: id, options: [] });
const type = CardTypeSchema.parse({
  id: "typ_01J9ZZZZZZZZZZZZZZZZZZZZZZ",
  slug: "t",
  apiName: "t",
  name: "T",
  pluralName: "Ts",
  hue: "blue",
  fields: [field("name", "text"), field("fld_a", "text"), field("fld_b", "text"), field("fld_tags", "multiSelect")],
  order: 1,
  version: 1,
});

const value = fc.constantFrom("x", "y", "z");
const tags = fc.uniqueArray(fc.constantFrom("t1", "t2", "t3", "t4"), { minLength: 1 });
const fields = fc.record({ name: value, fld_a: value, fld_b: value, fld_tags: tags }, { requiredKeys: ["name"] });
const cards = fc
  .array(fields, { minLength: 2, maxLength: 4 })
  .map((all) => all.map((own, at): MergedCard => ({ id: `card${at}`, fields: own })));
const choices = fc.dictionary(fc.constantFrom("name", "fld_a", "fld_b", "fld_tags"), fc.constantFrom("card0", "card1", unite));
const edits = fc.record({ fld_a: fc.option(value), fld_b: fc.option(value), fld_tags: fc.option(tags) }, { requiredKeys: [] });

const withoutNulls = (all: Record<string, unknown>) => Object.fromEntries(Object.entries(all).filter(([, one]) => one !== null));
const asSet = (one: unknown) => new Set(Array.isArray(one) ? one : []);

describe("an unmerge", () => {
  it("restores the cards as they were", () => {
    fc.assert(
      fc.property(cards, choices, (all, chosen) => {
        const { fields: merged, sources } = mergeFields(type, all, chosen);
        const back = unmergeFields({ sources, cards: all }, merged, merged);
        expect(back).toEqual({ cards: all, attributed: [] });
      }),
    );
  });

  it("after edits gives each edited value to the card that the value came from, or leaves it where it was typed; nothing is lost", () => {
    fc.assert(
      fc.property(cards, choices, edits, (all, chosen, patch) => {
        const { fields: merged, sources } = mergeFields(type, all, chosen);
        const current = withoutNulls({ ...merged, ...patch });
        const back = unmergeFields({ sources, cards: all }, merged, current);
        const of = (id: string | undefined) => back.cards.find((card) => card.id === id)?.fields ?? {};
        for (const fieldId of ["name", "fld_a", "fld_b"]) {
          const [was, is] = [merged[fieldId], current[fieldId]];
          if (was === is) for (const card of all) expect(of(card.id)[fieldId]).toEqual(card.fields[fieldId as "name"]);
          else {
            const home = sources[fieldId]?.[0] ?? "card0";
            expect(of(home)[fieldId]).toEqual(is);
            for (const card of all) if (card.id !== home) expect(of(card.id)[fieldId]).toEqual(card.fields[fieldId as "name"]);
          }
        }
        const everywhere = new Set(back.cards.flatMap((card) => [...asSet(card.fields["fld_tags"])]));
        for (const tag of asSet(current["fld_tags"])) expect(everywhere).toContain(tag);
      }),
    );
  });

  it("gives an edit of the other card's value to that card, and the survivor its own value back", () => {
    const all = [
      { id: "a", fields: { name: "A", fld_a: "mine" } },
      { id: "b", fields: { name: "B", fld_a: "theirs", fld_tags: ["t1"] } },
    ];
    const { fields: merged, sources } = mergeFields(type, all, { fld_a: "b" });
    expect(merged).toEqual({ name: "A", fld_a: "theirs", fld_tags: ["t1"] });
    const back = unmergeFields({ sources, cards: all }, merged, { ...merged, fld_a: "edited", fld_b: "typed anew" });
    expect(back.cards).toEqual([
      { id: "a", fields: { name: "A", fld_a: "mine", fld_b: "typed anew" } },
      { id: "b", fields: { name: "B", fld_a: "edited", fld_tags: ["t1"] } },
    ]);
    expect(back.attributed).toMatchObject([
      { fieldId: "fld_a", cardId: "b", reason: "source" },
      { fieldId: "fld_b", cardId: "a", reason: "typed" },
    ]);
  });

  it("by default takes the survivor's value, else the first there is, and the union of lists", () => {
    const [name, a, , tagsField] = type.fields;
    const all = [
      { id: "a", fields: { name: "A" } },
      { id: "b", fields: { name: "B", fld_a: "b" } },
    ];
    expect([name, a, tagsField].map((one) => one && defaultChoice(one, all))).toEqual(["a", "b", unite]);
  });
});
