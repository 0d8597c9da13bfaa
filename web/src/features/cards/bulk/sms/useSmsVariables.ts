import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { fixedVariables, freeGroups } from "@kartis/core/message-templates/rules.ts";
import { useMemo } from "react";
import { useT } from "../../../../lib/i18n.tsx";
import type { NamedVariable } from "../../../message-templates/text/useVariables.ts";

/** The variables of an SMS to cards of the type, the card's fields first; without fields that text cannot show, such as files and passwords. */
export function useSmsVariables(type: CardType): readonly NamedVariable[] {
  const t = useT();
  return useMemo(() => {
    const named = (path: string) => t.find(`messageTemplates.variable.${path}`) ?? path;
    const fields = type.fields.filter(({ id, type: of, internal }) => id !== "name" && !internal && !fieldTraits[of].ofOneCard);
    const own = [
      { path: "card.name", name: named("card.name") },
      ...fields.map(({ key, label }) => ({ path: `card.${key}`, name: label })),
    ];
    const others = freeGroups.flatMap((group) =>
      group === "card"
        ? []
        : fixedVariables[group]
            .filter(({ path, kind }) => kind === "text" && path !== "recipient.email")
            .map(({ path }) => ({ path, name: named(path), group })),
    );
    return [...own.map((one) => ({ ...one, group: "card" as const })), ...others].map((one): NamedVariable => {
      return { ...one, groupName: t(`messageTemplates.group.${one.group}`), fullName: one.name, label: one.name, kind: "text" };
    });
  }, [t, type]);
}
