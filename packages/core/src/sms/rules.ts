import type { PlanState } from "../kernel/plan.ts";
import type { Sender, SmsObstacle } from "./schema.ts";

/**
 * Why an SMS was not delivered, whichever provider reports it; each has a text in the catalogues (`sms.failure.<reason>`).
 * `account`: our own account with the provider needs attention. `canceled`: it was moved to the trash before it was sent. Of those
 * that Kartis sends by itself: `disabled` and `noSender`, what was missing then. Of those that waited for the end of quiet hours: `notAllowed`, who wrote it is
 * no longer allowed to; `cardGone`; `outdated`, the meeting is over, canceled, or without the guest, or another SMS says the same.
 */
export const smsFailures = [
  "badNumber",
  "unreachable",
  "landline",
  "blocked",
  "optedOut",
  "filtered",
  "senderRefused",
  "regionOff",
  "tooLong",
  "tooMany",
  "account",
  "noBalance",
  "canceled",
  "disabled",
  "noSender",
  "notAllowed",
  "cardGone",
  "outdated",
  "other",
] as const;
export type SmsFailure = (typeof smsFailures)[number];

/**
 * Number of parts an SMS is sent in (3GPP TS 23.038 and 23.040): a single one holds 160 characters of the GSM 7-bit alphabet or 70 of UCS-2; of several, which
 * carry a header, each holds 153 or 67. Characters of the extension table take two places, those beyond the basic plane two units; neither is split.
 */
export interface SmsSize {
  readonly segments: number;
  /** Places of the alphabet, not characters. */
  readonly used: number;
  /** Number of characters that the current segments hold. */
  readonly room: number;
  readonly alphabet: "gsm7" | "ucs2";
}

const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const extension = new Set("\f^{}\\[~]|€");

export function smsSize(text: string): SmsSize {
  const characters = [...text];
  const isGsm = characters.every((character) => basic.has(character) || extension.has(character));
  const widthOf = (character: string) => (isGsm ? (extension.has(character) ? 2 : 1) : character.length);
  const [single, several] = isGsm ? [160, 153] : [70, 67];
  const used = characters.reduce((sum, character) => sum + widthOf(character), 0);
  const alphabet = isGsm ? "gsm7" : "ucs2";
  if (used <= single) return { segments: used === 0 ? 0 : 1, used, room: single, alphabet };
  let segments = 1;
  let filled = 0;
  for (const character of characters) {
    const width = widthOf(character);
    if (filled + width > several) {
      segments++;
      filled = 0;
    }
    filled += width;
  }
  return { segments, used, room: segments * several, alphabet };
}

/** Texts with which people withdraw from messages, in the four languages; the first are those that operators themselves honor (facts/messaging section 3). */
const out = [
  ["stop", "stopall", "stop all", "unsubscribe", "cancel", "end", "quit", "optout", "opt out", "revoke", "remove me"],
  ["הסר", "הסירו", "הסירו אותי", "הסר אותי", "להסיר", "הסרה", "עצור", "עצרו", "די"],
  ["leáll", "leállít", "leállítás", "leiratkozás", "leiratkozom", "lemondás", "lemondom"],
  ["стоп", "отписаться", "отпишите", "отписка", "отказ", "отмена", "хватит"],
].flat();
/** And with which they take them again. */
const back = [
  ["start", "unstop", "subscribe"],
  ["התחל", "הצטרף", "הצטרפות"],
  ["indít", "feliratkozás", "feliratkozom"],
  ["старт", "подписаться", "подписка"],
].flat();

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLocaleLowerCase("en")
    .replace(/[\p{Cf}\p{Variation_Selector}]+/gu, "")
    .replace(/[\p{P}\p{S}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

const words = new Map([...out.map((word) => [word, "out"] as const), ...back.map((word) => [word, "in"] as const)]);

/** Whether a message is a request for no more messages, or for messages again: only as a whole, since such words occur in ordinary sentences. Pure. */
export const optWordOf = (text: string): "out" | "in" | undefined => words.get(plain(text));

/** Typographic characters, and what stands for them in the GSM alphabet. */
const equals = new Map([
  ["–", "-"],
  ["—", "-"],
  ["·", "-"],
  ["‘", "'"],
  ["’", "'"],
  ["“", '"'],
  ["”", '"'],
  ["„", '"'],
  ["…", "..."],
  ["\u00a0", " "],
  ["\u202f", " "],
]);

/** The text without typography where that alone keeps it out of the GSM alphabet, of which more than twice as much fits into a part. */
export function economical(text: string): string {
  const simple = [...text].map((character) => equals.get(character) ?? character).join("");
  return smsSize(simple).alphabet === "gsm7" ? simple : text;
}

const cutMark = "...";

/** The beginning of a text that is sent in so many parts at most, with dots where it was cut. Pure. */
export function cutToParts(text: string, parts: number): string {
  if (smsSize(text).segments <= parts) return text;
  const characters = [...text];
  const beginning = (length: number) => `${characters.slice(0, length).join("").trimEnd()}${cutMark}`;
  // A longer beginning never takes fewer parts: a character that is not of the GSM alphabet makes all that follow it dearer.
  let [fits, exceeds] = [0, characters.length];
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2);
    if (smsSize(beginning(middle)).segments <= parts) fits = middle;
    else exceeds = middle;
  }
  return beginning(fits);
}

/** What prevents an organization from sending SMS; null if nothing does. */
export function obstacleOf(now: {
  /** Whether this deployment has a provider. */
  readonly isOffered: boolean;
  readonly plan: PlanState | null;
  readonly verified: number;
  readonly left: number;
}): SmsObstacle | null {
  const { isOffered, plan, verified, left } = now;
  if (!isOffered) return "notOffered";
  if (plan && !plan.capabilities.includes("sms")) return plan.type === "FREE" ? "noPlan" : "disabled";
  if (verified === 0) return "noSender";
  return left > 0 ? null : "noBalance";
}

/** Senders that SMS can be sent from, the default first. */
export const verifiedOf = <S extends Pick<Sender, "verifiedAt" | "isDefault">>(senders: readonly S[]): S[] =>
  senders.filter(({ verifiedAt }) => verifiedAt !== null).toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
