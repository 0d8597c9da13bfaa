import type { Language } from "@kartis/i18n/languages.ts";
import type { Card, CardType } from "../cards/schema.ts";
import { KartisError } from "../kernel/error.ts";
import { cardValues } from "./card-values.ts";
import { problemsIn } from "./check.ts";
import { canonical, fill, variablesIn } from "./engine.ts";
import type { TemplateValues } from "./values.ts";
import { type PreviewedFor, recipientValues, valuesFor } from "./preview.ts";

/** Fills in a plain text with a card's values. Throws `BadTemplate` if the result is too long. */
export type TextForCard = (card: Card, type: CardType) => Promise<string>;

/**
 * Prepares the caller's text for many cards, which are its recipients. What is the same for all is read once; for each card only the fields that the text names
 * are read.
 * @param types types of the cards; the text may name any of their fields
 * @param more further variables that the text may name, with their values
 * @throws INVALID_INPUT for `text`, naming a variable that none of the types has, or the error in the text
 */
export async function textForCards(
  text: string,
  types: readonly CardType[],
  language: Language,
  of: Omit<PreviewedFor, "card" | "type">,
  more: TemplateValues = {},
): Promise<TextForCard> {
  const body = canonical(text);
  const problems = types.map((type) => problemsIn({ subject: "", body }, null, type, Object.keys(more))[0]);
  const [problem] = problems;
  if (problem && problems.every(Boolean))
    throw new KartisError("INVALID_INPUT", {
      fields: { text: problem.messageKey },
      messageKey: problem.messageKey,
      params: { about: problem.about },
    });
  const used = new Set(variablesIn(body));
  if (used.size === 0) return () => Promise.resolve(fill(body, {}).trim());
  const { orgId, settings: organization } = of.principal;
  const asked = {
    channel: "sms",
    format: "plain",
    kind: null,
    language,
    subject: "",
    body,
    cardTypeId: null,
    cardId: null,
  } as const;
  const common = await valuesFor(asked, { ...of, card: undefined, type: undefined });
  const written = {
    language,
    timeZone: organization?.timeZone ?? "UTC",
    settings: of.settings,
    cardScope: of.cardScope,
    cards: of.cards,
  };
  return async (card, type) => {
    const { name } = card.fields;
    const own = await cardValues(orgId, card, type, written, used);
    return fill(body, { ...common, ...recipientValues(typeof name === "string" ? name : null), ...own, ...more }).trim();
  };
}
