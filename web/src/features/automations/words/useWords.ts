import type { Weekday } from "@kartis/core/activities/recurrence/schema.ts";
import { weekFrom } from "@kartis/core/activities/recurrence/weeks.ts";
import type { Duration } from "@kartis/core/automations/actions/definition.ts";
import { relatedVariables } from "@kartis/core/automations/related-variables.ts";
import type { Step } from "@kartis/core/automations/schema.ts";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { Translate } from "@kartis/i18n/create-translate.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useCardNames } from "../../records/card-names.ts";
import { screenOf, iconOf } from "../../fields/screens.ts";
import { asText, optionOf } from "../../fields/values.ts";
import { weekdayName, weekStartIn } from "../../repeat/weekdays.ts";
import { useNameOf } from "../../people/people.ts";
import { useCardTypes } from "../../records/card-types.ts";
import { piecesOf, readCondition, readVariable } from "../../message-templates/text/variable.ts";
import { templateNamesOptions } from "../templates/queries.ts";
import { type Bit, notChosen } from "./phrase.tsx";
import { nameOfRelated, variableName } from "./variables.ts";

/** Names and values for phrases about automations of a card type. */
export interface Words {
  /** The same for cards of another type, as in steps for each related card. */
  readonly of: (typeId: string) => Words;
  readonly t: Translate;
  readonly type: CardType | undefined;
  readonly types: readonly CardType[];
  readonly field: (fieldId: string) => Bit;
  readonly options: (fieldId: string, optionIds: readonly string[]) => Bit;
  readonly value: (fieldId: string, value: unknown) => Bit;
  readonly person: (assignee: string | null) => Bit;
  readonly people: (of: {
    readonly owner: boolean;
    readonly memberIds: readonly string[];
    readonly roleIds: readonly string[];
  }) => readonly Bit[];
  readonly cardType: (typeId: string) => Bit;
  readonly duration: (wait: Duration) => string;
  /** Days of the week, in the order of this person's week. */
  readonly weekdays: (days: readonly Weekday[]) => Bit;
  /** A message template's name. */
  readonly template: (templateId: string) => Bit;
  /** A text, with variables shown by name. */
  readonly text: (template: string) => Bit;
}

/** @param steps the automation's, to name those that texts refer to */
export function useWords(cardTypeId: string, steps: readonly Step[] = []): Words {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const cardName = useCardNames();
  const { types = [] } = useCardTypes();
  const { data: roles = [] } = useQuery(trpc.roles.list.queryOptions({}, { meta: { quiet: true } }));
  const { data: templates } = useQuery(templateNamesOptions());
  const gone = (): Bit => ({ value: t("automations.gone") });

  function valueText(field: Field, value: unknown): string {
    const { choices } = fieldTraits[field.type];
    const one = (single: unknown): string => {
      const text = asText(single);
      if (choices === "people") return nameOf(text);
      if (choices === "cards") return cardName(text)?.name ?? t("automations.oneCard");
      if (choices === "options") return optionOf(field, text)?.label ?? t("automations.gone");
      if (typeof single === "boolean") return t(single ? "automations.yes" : "automations.no");
      return screenOf(field.type).print?.(single, field, format) ?? text;
    };
    return Array.isArray(value) ? format.list(value.map(one)) : one(value);
  }

  const person = (assignee: string | null): Bit => ({
    value: assignee === null ? t("automations.nobody") : assignee === "owner" ? t("automations.owner") : nameOf(assignee),
    isWord: assignee === null || assignee === "owner",
  });

  function wordsOf(typeId: string): Words {
    const type = types.find(({ id }) => id === typeId);
    const fieldAt = (fieldId: string): Field | undefined => type?.fields.find(({ id }) => id === fieldId);
    return {
      of: wordsOf,
      t,
      type,
      types,
      field: (fieldId) => {
        if (fieldId === "") return notChosen;
        const field = fieldAt(fieldId);
        return field ? { value: field.label, icon: iconOf(field.id, field.type) } : gone();
      },
      options: (fieldId, optionIds) => {
        const field = fieldAt(fieldId);
        const labels = optionIds.map((id) => (field && optionOf(field, id)?.label) ?? t("automations.gone"));
        return { value: format.list(labels, "disjunction") };
      },
      value: (fieldId, value) => {
        if (value === undefined) return notChosen;
        const field = fieldAt(fieldId);
        return field ? { value: valueText(field, value) } : gone();
      },
      person,
      people: ({ owner, memberIds, roleIds }) => {
        const names = [
          ...(owner ? [t("automations.owner")] : []),
          ...memberIds.map(nameOf),
          ...roleIds.map((id) => roles.find((role) => role.id === id)?.name ?? t("automations.gone")),
        ];
        return [
          { value: names.length === 0 ? t("automations.nobody") : format.list(names), isWord: owner || names.length === 0 },
        ];
      },
      cardType: (typeId) => ({ value: types.find(({ id }) => id === typeId)?.name ?? t("automations.gone") }),
      weekdays: (days) => {
        const ordered = weekFrom(weekStartIn(format.locale)).filter((day) => days.includes(day));
        return { value: format.list(ordered.map((day) => weekdayName(day, format.locale, "short"))) };
      },
      duration: ({ amount, unit }) => t(`automations.duration.${unit}`, { count: amount }),
      template: (templateId) => {
        if (templateId === "" || !templates) return notChosen;
        const template = templates.find(({ id }) => id === templateId);
        return template ? { value: template.name } : gone();
      },
      text: (template) => {
        if (template === "") return notChosen;
        const written = piecesOf(template).map((piece): Bit => {
          if ("text" in piece) return piece.text;
          if ("logic" in piece || readCondition(piece.variable)) return "…";
          const path = readVariable(piece.variable)?.path ?? piece.variable;
          const other = variableName(path, steps, t);
          if (other !== undefined) return { value: other };
          const related = type && relatedVariables(type, types).find((variable) => variable.path === path);
          if (related) return { value: nameOfRelated(related, t), icon: iconOf(related.relation.id, related.relation.type) };
          const key = path.startsWith("card.") ? path.slice("card.".length) : undefined;
          const field = key === "name" ? undefined : type?.fields.find((one) => one.key === key);
          return field
            ? { value: field.label, icon: iconOf(field.id, field.type) }
            : { value: t.find(`messageTemplates.variable.${path}`) ?? path };
        });
        return { written };
      },
    };
  }
  return wordsOf(cardTypeId);
}
