/**
 * Why a message on WhatsApp did not arrive, or could not be fetched: a text of the catalogues each (`whatsapp.failure.<reason>`).
 */
export const whatsappFailures = [
  "undeliverable",
  "window",
  "tooMany",
  "account",
  "permission",
  "payment",
  "spam",
  "heldBack",
  "template",
  "templateMissing",
  "templatePaused",
  "media",
  "tooLarge",
  "noRoom",
  "unsupported",
  "restricted",
  "ownNumber",
  "badRequest",
  "busy",
  "disconnected",
  "other",
] as const;
export type WhatsAppFailure = (typeof whatsappFailures)[number];

/** For so long after a customer's message anything may be written; then only approved templates. */
export const windowMs = 24 * 3_600_000;

/** Until when anything may be written to somebody whose last message to the number came at this instant. */
export const windowEndOf = (lastInboundAt: string): string => new Date(Date.parse(lastInboundAt) + windowMs).toISOString();

/** A text has at most so many characters, a template's body 1,024, and a caption as many. */
export const longestText = 4_096;
export const longestCaption = 1_024;

/** What a message consists of. `unsupported`: something that Meta itself does not hand on, such as a poll. */
export const messageKinds = [
  "text",
  "image",
  "video",
  "audio",
  "document",
  "sticker",
  "location",
  "contacts",
  "template",
  "unsupported",
] as const;
export type MessageKind = (typeof messageKinds)[number];

const numbered = /\{\{\s*(\w+)\s*\}\}/g;

/** The names of the variables of a template's text, in their order: numbers, or names. */
export const variablesOf = (body: string): string[] => [...new Set([...body.matchAll(numbered)].map(([, name = ""]) => name))];

/** A template's text with its variables filled in; those without a value stay as they are. */
export const filled = (body: string, values: readonly string[]): string => {
  const names = variablesOf(body);
  return body.replace(numbered, (written, name: string) => values[names.indexOf(name)] || written);
};
