/**
 * Why a WhatsApp message was not delivered, or its file not downloaded; each has a text in the catalogues (`whatsapp.failure.<reason>`).
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
  "optedOut",
  "template",
  "templateMissing",
  "templatePaused",
  "media",
  "noFile",
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

/** Free-form messages may be sent for this long after the customer's last message; after that, only approved templates. */
export const windowMs = 24 * 3_600_000;

/** Until when free-form messages may be sent to somebody whose last message to the number arrived at this instant. */
export const windowEndOf = (lastInboundAt: string): string => new Date(Date.parse(lastInboundAt) + windowMs).toISOString();

/** Until when free-form messages may be sent in a conversation; null if only templates may. */
export const windowOf = (
  chat: { readonly inboundAt: string | null; readonly inboundTo: string | null } | undefined,
  number: { readonly phoneNumberId: string } | undefined,
): string | null => (chat?.inboundAt && chat.inboundTo === number?.phoneNumberId ? windowEndOf(chat.inboundAt) : null);

/** Maximum length of a text; a template's body and a caption have at most 1,024 characters. */
export const longestText = 4_096;
export const longestCaption = 1_024;

/** Kinds of message content. `unsupported`: something that Meta does not pass on, such as a poll. */
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

/** The variables of a template's text, in their order: numbers, or names. */
export const variablesOf = (body: string): string[] => [...new Set([...body.matchAll(numbered)].map(([, name = ""]) => name))];

/** A template's text with its variables filled in; variables without a value are left as they are. */
export const filled = (body: string, values: readonly string[]): string => {
  const names = variablesOf(body);
  return body.replace(numbered, (written, name: string) => values[names.indexOf(name)] || written);
};

const wordsBefore = 3;
const wordsAfter = 2;

/** Where a variable stands in a template's text, as its neighboring words in the same line up to the next variable: `the estimate for … is ready`. Empty if it has none. */
export function placeOf(body: string, variable: string): string {
  const line = body.split("\n").find((one) => variablesOf(one).includes(variable)) ?? "";
  const parts = line.split(numbered);
  // The pieces of text stand at even places, the variables between them at odd ones.
  const at = parts.findIndex((part, index) => index % 2 === 1 && part === variable);
  const words = (text: string | undefined): string[] => (text ?? "").split(/\s+/).filter((word) => word !== "");
  const before = words(parts[at - 1]).slice(-wordsBefore);
  const following = words(parts[at + 1]).slice(0, wordsAfter);
  const pause = following.findIndex((word) => /[,.;:!?]$/.test(word));
  const after = pause === -1 ? following : following.slice(0, pause + 1);
  const isGlued = /^[^\s]/.test(parts[at + 1] ?? "");
  if (at === -1 || (before.length === 0 && after.join("").replace(/[\p{P}\s]/gu, "") === "")) return "";
  return `${[...before, "…"].join(" ")}${isGlued ? "" : " "}${after.join(" ")}`.trim();
}
