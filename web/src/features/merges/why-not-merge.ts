import type { Card } from "@kartis/core/cards/schema.ts";
import type { Denial, WhyNot } from "../records/rights.ts";

type Owned = Pick<Card, "typeId" | "fields">;

/** Why none of these cards can take in the others: that one would have to be changed, and the others deleted. */
export function whyNotMerge(whyNot: WhyNot, cards: readonly Owned[]): Denial | undefined {
  const denials = cards.map(
    (survivor) =>
      whyNot("update", survivor) ??
      cards
        .filter((card) => card !== survivor)
        .map((card) => whyNot("delete", card))
        .find(Boolean),
  );
  return whyNot("update") ?? whyNot("delete") ?? (denials.includes(undefined) ? undefined : denials[0]);
}

/** Why the card can be merged with no other: neither may it take one in, nor be taken in. */
export const whyNotMergeWith = (whyNot: WhyNot, card: Owned): Denial | undefined =>
  whyNot("update") ?? whyNot("delete") ?? (whyNot("delete", card) && whyNot("update", card));
