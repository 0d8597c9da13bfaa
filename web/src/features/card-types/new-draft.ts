import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { Translate } from "@kartis/i18n/create-translate.ts";
import { newId } from "../../lib/new-id.ts";
import { hues } from "../../ui/display/hue.ts";
import type { EditorDraft } from "./draft.ts";

export const plainField = (id: string, key: string, type: Field["type"], label: string): Field => ({
  id,
  key,
  type,
  label,
  options: [],
  displayed: true,
  required: false,
  internal: false,
});

/** A new type before anything is entered: a name and an owner, in a color no other type has, as long as there is one. */
export function newDraft(t: Translate, types: readonly CardType[]): EditorDraft {
  const used = new Set<string>(types.map((type) => type.hue));
  return {
    name: "",
    pluralName: "",
    slug: "",
    apiName: "",
    hue: hues.slice(1).find((hue) => !used.has(hue)) ?? "blue",
    hidden: false,
    identifiers: [],
    fields: [
      { ...plainField("name", "name", "text", t("fields.standard.name")), required: true },
      plainField("owner", "owner", "user", t("fields.standard.owner")),
    ],
    processes: [],
    relationViews: [],
    layouts: [],
  };
}

export const newOption = (label: string, at: number): Field["options"][number] => ({
  id: newId("opt"),
  label,
  hue: hues[1 + (at % (hues.length - 1))] ?? "blue",
});
