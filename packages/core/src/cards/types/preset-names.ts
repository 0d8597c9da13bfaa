import { type Names, namesInAll } from "@kartis/i18n/names.ts";
import { inWords, keepingPresets, type Preset, shownNames, type Words } from "../../kernel/preset-names.ts";
import type { CardType, Field } from "../schema.ts";
import type { CardTypeChanges, FieldDraft } from "./schema.ts";

/** Fields as an editor sent them, before they have ids and keys. */
export type FieldToStore = Omit<Field, "id" | "key"> & Pick<FieldDraft, "id" | "key">;

/** The type with the changes; names of its template that came back as the editor was shown them stay the template's. */
export const changedType = (type: CardType, changes: CardTypeChanges, words: Words): CardType => {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return keepingPresets(type, { ...type, ...shownNames(type, words), ...given }, words);
};

/** The drafts with the names of the template that came back as the editor was shown them. A field that joins a group is in the group its neighbors are in. */
export function fieldsToStore(type: CardType, drafts: readonly FieldDraft[], words: Words): FieldToStore[] {
  const before = new Map(type.fields.map((field) => [field.id, field]));
  const groups = new Map(
    type.fields.flatMap((field) => {
      const { group } = field.presets ?? {};
      return group === undefined
        ? []
        : [[shownNames(field, words)["group"], { group: field.group, presets: { group } }] as const];
    }),
  );
  return drafts.map((draft) => {
    const old = before.get(draft.id ?? "");
    const options = draft.options.map((option) =>
      keepingPresets<Field["options"][number]>(
        old?.options.find(({ id }) => id === option.id),
        option,
        words,
      ),
    );
    const field: FieldToStore = keepingPresets<FieldToStore>(old, { ...draft, options }, words);
    const joined = field.presets?.["group"] === undefined ? groups.get(field.group) : undefined;
    return joined ? { ...field, ...joined, presets: { ...field.presets, ...joined.presets } } : field;
  });
}

/** Every name that some reader sees: the stored one, and a template's in each language. */
export const allNamesOf = (thing: Preset, property: "label", all: readonly Names[]): string[] => {
  const stored: unknown = Reflect.get(thing, property);
  const key = thing.presets?.[property];
  const names = key === undefined ? [] : all.flatMap((words) => words.find(key) ?? []);
  return [...new Set([...(typeof stored === "string" ? [stored] : []), ...names])];
};

/** A named element, which also has the names that people see in other languages. */
interface Named {
  readonly alsoNamed?: readonly string[];
}
export type NamedType = Omit<CardType, "fields"> & { fields: (Field & Named)[] };

/** The type for reading files: in the words of their reader, and its fields and options known by their names in every language. */
export async function namedInAll(type: CardType, words: Words): Promise<NamedType> {
  const all = await namesInAll();
  const fields = type.fields.map((field) => ({
    ...field,
    alsoNamed: allNamesOf(field, "label", all),
    options: field.options.map((option) => ({ ...option, alsoNamed: allNamesOf(option, "label", all) })),
  }));
  return inWords({ ...type, fields }, words);
}
