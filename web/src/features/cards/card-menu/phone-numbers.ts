import type { Card, CardType } from "@kartis/core/cards/schema.ts";

/** The phone numbers on the card, each once. */
export const phoneNumbersOf = (card: Card, type: CardType | undefined): string[] => [
  ...new Set(
    (type?.fields ?? []).flatMap((field) => {
      const value = field.type === "phone" ? card.fields[field.id] : undefined;
      return typeof value === "string" && value !== "" ? [value] : [];
    }),
  ),
];
