/*
 * The texts of messages: those that Kartis sends by itself, in the organization's words, and those that people send. Owns: templates.
 * Invariant: a stored text can be parsed and names only variables that exist for it; values never add structure to it.
 * Records: template.create, template.update, template.delete. The API alone imports `procedures.ts`: what only fills a text comes without them.
 */
import type { CardType } from "../cards/schema.ts";
import type { CardId, OrgId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";
import type { AboutCard, cardValues as CardValues, presentCards as PresentCards, WrittenFor } from "./card-values.ts";
import type { TextProblem } from "./engine.ts";
import type { TextForCard, textForCards as TextForCards } from "./for-cards.ts";
import type { KindMessage, MessageOf } from "./render.ts";
import type {
  SendableTemplate,
  sendableTemplates as SendableTemplates,
  TemplateFiller,
  templateFiller as FillerOf,
} from "./sending.ts";

export { undoTemplates } from "./undoing.ts";
export { Link, type TemplateValues } from "./values.ts";
export type { CardReads } from "./card-values.ts";
export type { SendableTemplate, TemplateMessage } from "./sending.ts";

/** A message that Kartis sends, in the organization's words; null where the organization has switched it off. */
export async function renderKind(orgId: OrgId, message: MessageOf): Promise<KindMessage | null> {
  const render = await import("./render.ts");
  return render.renderKind(orgId, message);
}

/** What the reader of a mail learns of the card it is about, and the type by which the organization's own text is chosen. */
export async function aboutCard(orgId: OrgId, cardId: CardId | null, written: WrittenFor, scope?: Scope): Promise<AboutCard> {
  const values = await import("./card-values.ts");
  return values.aboutCard(orgId, cardId, written, scope);
}

/** A card's values by the paths of its variables. See `card-values.ts`. */
export async function valuesOfCard(...of: Parameters<typeof CardValues>): ReturnType<typeof CardValues> {
  const values = await import("./card-values.ts");
  return values.cardValues(...of);
}

/** The cards that ids stand for now. See `card-values.ts`. */
export async function presentCards(...of: Parameters<typeof PresentCards>): ReturnType<typeof PresentCards> {
  const values = await import("./card-values.ts");
  return values.presentCards(...of);
}

/** What a text of the caller's says to each of many cards. See `for-cards.ts`. */
export async function textForCards(...of: Parameters<typeof TextForCards>): Promise<TextForCard> {
  const forCards = await import("./for-cards.ts");
  return forCards.textForCards(...of);
}

/** The templates that people made. See `sending.ts`. */
export async function sendableTemplates(...of: Parameters<typeof SendableTemplates>): Promise<SendableTemplate[]> {
  const sending = await import("./sending.ts");
  return sending.sendableTemplates(...of);
}

/** Fills templates that people made for any number of cards. See `sending.ts`. */
export function templateFiller(...of: Parameters<typeof FillerOf>): TemplateFiller {
  let made: Promise<TemplateFiller> | undefined;
  const filler = async () => (await import("./sending.ts")).templateFiller(...of);
  return async (...asked) => (await (made ??= filler()))(...asked);
}

/** What is wrong with a text about cards of a type, with what the message is about; undefined if nothing is. @param more further variables that it may name */
export async function problemInText(text: string, type: CardType, more: Iterable<string>): Promise<TextProblem | undefined> {
  const [{ problemsIn }, { canonical }] = await Promise.all([import("./check.ts"), import("./engine.ts")]);
  return problemsIn({ subject: "", body: canonical(text) }, null, type, more)[0];
}
