/*
 * What a new organization starts with. Owns: the welcome templates, each a file of data.
 * Invariant: a template names its fields by key and its words by catalogue key; ids are made when it is applied.
 */
import type { Translate } from "@kartis/i18n/create-translate.ts";
import type { CardType } from "../cards/schema.ts";
import type { Filter } from "../cards/query/schema.ts";
import { newId } from "../kernel/id.ts";
import type { Currency } from "../kernel/money.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { fieldServices } from "./field-services.ts";
import { realEstate } from "./real-estate.ts";
import { sales } from "./sales.ts";
import { templateIds } from "../onboarding/schema.ts";
import { currentUser } from "../views/rules.ts";
import type { SavedView } from "../views/schema.ts";
import type { CardTypeTemplate, FieldTemplate, OptionTemplate, Template } from "./template.ts";

const empty = {
  id: "empty",
  cardTypes: [
    {
      slug: "cards",
      apiName: "card",
      name: "templates.card",
      pluralName: "templates.cards",
      hue: "blue",
      identifiers: [],
      fields: [],
    },
  ],
} as const satisfies Template;

/** One line adds a template. */
export const templates = [sales, fieldServices, realEstate, empty] as const satisfies readonly Template[];
export { templateIds };
export type TemplateId = (typeof templateIds)[number];

/** The card types of a template for a new organization, with the labels of `t`, its currency, and new ids. */
export function cardTypesOfTemplate(templateId: TemplateId, t: Translate, currency: Currency, at: number): CardType[] {
  const cardTypes: readonly CardTypeTemplate[] = templates.find((template) => template.id === templateId)?.cardTypes ?? [];
  const typeIds = new Map(cardTypes.map(({ slug }) => [slug, newId("typ", at)]));
  const options = (list: readonly OptionTemplate[] = []) =>
    list.map((option) => ({ id: newId("opt", at), label: t(option.label), hue: option.hue, presets: { label: option.label } }));
  const field = (template: FieldTemplate): CardType["fields"][number] => ({
    id: newId("fld", at),
    key: template.key,
    type: template.type,
    label: t(template.label),
    options: options(template.options),
    ...(definitionOf(template.type).settings.includes("currency") ? { currency } : {}),
    ...(template.min === undefined ? {} : { min: template.min }),
    ...(template.max === undefined ? {} : { max: template.max }),
    ...(template.relation
      ? { relation: { typeIds: template.relation.to.flatMap((slug) => typeIds.get(slug) ?? []), many: template.relation.many } }
      : {}),
    ...(template.group ? { group: t(template.group) } : {}),
    presets: { label: template.label, ...(template.group ? { group: template.group } : {}) },
    displayed: template.displayed ?? true,
    required: template.required ?? false,
    internal: false,
  });
  const system = { options: [], displayed: true, required: false, internal: false } as const;
  return cardTypes.map((template, order) => {
    const fields = template.fields.map(field);
    return {
      id: typeIds.get(template.slug) ?? newId("typ", at),
      slug: template.slug,
      apiName: template.apiName,
      name: t(template.name),
      pluralName: t(template.pluralName),
      presets: { name: template.name, pluralName: template.pluralName },
      hue: template.hue,
      hidden: false,
      processes: [],
      relationViews: [],
      identifiers: fields.filter((candidate) => template.identifiers.includes(candidate.key)).map((candidate) => candidate.id),
      fields: [
        {
          ...system,
          id: "name",
          key: "name",
          type: "text" as const,
          label: t("fields.standard.name"),
          presets: { label: "fields.standard.name" },
          required: true,
          options: [],
        },
        ...(template.statuses
          ? [
              {
                ...system,
                id: "status",
                key: "status",
                type: "singleSelect" as const,
                label: t(template.statusLabel ?? "fields.standard.status"),
                presets: { label: template.statusLabel ?? "fields.standard.status" },
                options: options(template.statuses),
              },
            ]
          : []),
        {
          ...system,
          id: "owner",
          key: "owner",
          type: "user" as const,
          label: t("fields.standard.owner"),
          group: t("templates.group.deal"),
          presets: { label: "fields.standard.owner", group: "templates.group.deal" },
          options: [],
        },
        ...fields,
      ],
      order,
      version: 1,
    };
  });
}

/** The initial shared views of a type with statuses: the viewer's own cards, and the board. */
export function viewsOfTemplate(types: readonly CardType[], t: Translate, at: number): SavedView[] {
  return types.flatMap((type) => {
    if (!type.fields.some((field) => field.id === "status")) return [];
    const shared = { typeId: type.id, description: "", isPrivate: false, ownerId: null, version: 1, stateVersion: 1 };
    const mine: Filter = { all: [{ fieldId: "owner", operator: "IN", value: [currentUser] }] };
    return [
      {
        ...shared,
        id: newId("viw", at),
        slug: "mine",
        name: t("templates.view.mine"),
        presets: { name: "templates.view.mine" },
        order: 0,
        state: { display: "table", filter: mine, sort: [] },
      },
      {
        ...shared,
        id: newId("viw", at),
        slug: "board",
        name: t("templates.view.board"),
        presets: { name: "templates.view.board" },
        order: 1,
        state: { display: "kanban", kanbanBy: "status", sort: [] },
      },
    ] satisfies SavedView[];
  });
}

/** Describes the content of each template, for the preview on the welcome page. */
export function describeTemplates(t: Translate) {
  return templateIds.map((id) => ({
    id,
    cardTypes: cardTypesOfTemplate(id, t, "USD", 0).map((type) => ({
      pluralName: type.pluralName,
      hue: type.hue,
      fieldCount: type.fields.length,
      statuses: type.fields.find((field) => field.id === "status")?.options.map(({ label, hue }) => ({ label, hue })) ?? [],
    })),
    automations: [],
  }));
}
