/**
 * Why a message on WhatsApp did not arrive, or could not be fetched: a text of the catalogues each (`whatsapp.failure.<reason>`). By Meta's codes
 * (facts/messaging section 6).
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

const reasons: Readonly<Record<number, WhatsAppFailure>> = {
  0: "account",
  2: "busy",
  3: "permission",
  4: "tooMany",
  10: "permission",
  100: "badRequest",
  190: "account",
  368: "restricted",
  80007: "tooMany",
  130429: "tooMany",
  131000: "busy",
  131008: "badRequest",
  131009: "badRequest",
  131016: "busy",
  131021: "ownNumber",
  131026: "undeliverable",
  131042: "payment",
  131047: "window",
  131048: "spam",
  131049: "heldBack",
  131051: "unsupported",
  131052: "media",
  131053: "media",
  131056: "tooMany",
  132000: "template",
  132001: "templateMissing",
  132005: "template",
  132007: "template",
  132012: "template",
  132015: "templatePaused",
  132016: "templatePaused",
};
/** Those that another try may have more luck with. */
const passing: ReadonlySet<WhatsAppFailure> = new Set(["tooMany", "busy"]);

export const reasonOf = (code: number | null): WhatsAppFailure =>
  code === null ? "other" : (reasons[code] ?? (code >= 200 && code <= 299 ? "permission" : "other"));
export const mayPass = (reason: WhatsAppFailure): boolean => passing.has(reason);

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
