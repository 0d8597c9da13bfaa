import type { Language } from "@kartis/i18n/languages.ts";
import type { Card, CardType } from "../cards/schema.ts";
import { KartisError } from "../kernel/error.ts";
import { cardValues } from "./card-values.ts";
import { problemsIn } from "./check.ts";
import { canonical, fill, variablesIn } from "./engine.ts";
import { type PreviewedFor, recipientValues, valuesFor } from "./preview.ts";

/** A plain text with the values of one card after another. Throws `BadTemplate` where it becomes too long. */
export type TextForCard = (card: Card, type: CardType) => Promise<string>;

/**
 * What a text of the caller's says to each of many cards: they are its recipients. What is the same for all is looked up once, and of each card only what the
 * text names.
 * @param types of the cards; the text may name what any of them has.
 * @throws INVALID_INPUT naming `text` and the variable that none of them has, or what is wrong with the text.
 */
export async function textForCards(
  text: string,
  types: readonly CardType[],
  language: Language,
  of: Omit<PreviewedFor, "card" | "type">,
): Promise<TextForCard> {
  const body = canonical(text);
  const problems = types.map((type) => problemsIn({ subject: "", body }, null, type)[0]);
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
    return fill(body, { ...common, ...recipientValues(typeof name === "string" ? name : null), ...own }).trim();
  };
}
