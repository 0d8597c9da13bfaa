import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { avatarField } from "@kartis/core/cards/fields/avatar.ts";
import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { currentTranslate } from "../../lib/i18n.tsx";
import { trpc } from "../../lib/api.ts";
import { meOptions } from "../../lib/session.ts";

/** Types change rarely, and a change of them is live. */
export const cardTypesOptions = () => trpc.cards.types.queryOptions({}, { staleTime: 5 * 60_000, meta: { quiet: true } });

/** The types; amounts of fields without a currency of their own are in the organization's, so it is put into the field here. */
export function useCardTypes(): { types: readonly CardType[] | undefined; error: unknown; retry: () => void } {
  const query = useQuery(cardTypesOptions());
  const currency = useQuery(meOptions()).data?.organization?.currency;
  const types = useMemo(
    () =>
      query.data?.map((type): CardType => ({
        ...type,
        fields: type.fields.map((field) =>
          currency && !field.currency && fieldTraits[field.type].settings.includes("currency") ? { ...field, currency } : field,
        ),
      })),
    [query.data, currency],
  );
  return { types, error: query.error, retry: () => void query.refetch() };
}

export const fieldOf = (type: { readonly fields: readonly Field[] }, fieldId: string): Field | undefined =>
  type.fields.find((field) => field.id === fieldId) ??
  (fieldId === avatarField.id ? { ...avatarField, label: currentTranslate()("cards.avatar") } : undefined);

export function nameOf(card: Pick<Card, "fields">): string {
  const { name } = card.fields;
  return typeof name === "string" ? name : "";
}
