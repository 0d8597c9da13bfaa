import type { WhatsAppFailure } from "./rules.ts";

/** Meanings of Meta's error codes (facts/messaging section 6). */
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
  131050: "optedOut",
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
/** Temporary failures: another attempt may succeed. */
const passing: ReadonlySet<WhatsAppFailure> = new Set(["tooMany", "busy"]);

export const reasonOf = (code: number | null): WhatsAppFailure =>
  code === null ? "other" : (reasons[code] ?? (code >= 200 && code <= 299 ? "permission" : "other"));
export const mayPass = (reason: WhatsAppFailure): boolean => passing.has(reason);
