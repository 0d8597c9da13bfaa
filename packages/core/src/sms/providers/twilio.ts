import * as z from "zod";
import { beginningOf, cleanText } from "../../kernel/text.ts";
import { NoEffect } from "../../outbound/index.ts";
import { askTwilio, isTwilios, refusalCode } from "../../twilio/index.ts";
import type { SmsFailure } from "../rules.ts";
import { BadSignature, type SmsProvider } from "./definition.ts";

/*
 * Twilio's Messages API (facts/messaging section 3). It has no idempotency key: a message whose answer was lost may have gone out.
 */

/** Error codes, in refusals and in reports. */
const reasons: Readonly<Record<number, SmsFailure>> = {
  20003: "account",
  20429: "tooMany",
  21211: "badNumber",
  21212: "senderRefused",
  21408: "regionOff",
  21606: "senderRefused",
  21610: "optedOut",
  21611: "tooMany",
  21612: "unreachable",
  21614: "landline",
  21617: "tooLong",
  30003: "unreachable",
  30004: "blocked",
  30005: "badNumber",
  30006: "landline",
  30007: "filtered",
};
/** Temporary failures: another attempt may succeed. */
const passing: ReadonlySet<number> = new Set([20429, 21611]);
const reasonOf = (code: number | null): SmsFailure => (code === null ? "other" : (reasons[code] ?? "other"));

const Accepted = z.object({ sid: z.string() });

/** States of a report; intermediate ones, such as `queued`, are irrelevant. */
const states: Readonly<Record<string, "sent" | "delivered" | "failed">> = {
  sent: "sent",
  delivered: "delivered",
  undelivered: "failed",
  failed: "failed",
};
const Report = z.object({
  MessageSid: z.string().min(1).max(64),
  MessageStatus: z.string().min(1).max(32),
  ErrorCode: z.coerce.number().int().optional(),
});

const longestIncoming = 1_600;
const e164 = /^\+[1-9]\d{6,14}$/;
const Incoming = z.object({
  MessageSid: z.string().regex(/^\w{1,64}$/),
  From: z.string().max(64),
  To: z.string().max(64),
  Body: z.string(),
});

export const twilio: SmsProvider = {
  async send({ from, to, text, reportTo }, { url, account, secret }) {
    const body = new URLSearchParams({
      To: to,
      From: from,
      Body: text,
      ...(reportTo ? { StatusCallback: reportTo } : {}),
    });
    const response = await askTwilio({ url, sid: account, token: secret }, "Messages.json", body);
    if (response.status === 201) return Accepted.parse(await response.json()).sid;
    if (response.status >= 500) throw new Error(`Twilio answered ${response.status}`);
    const code = await refusalCode(response);
    const mayPass = response.status === 429 || (code !== null && passing.has(code));
    throw new NoEffect(`Twilio refused: ${response.status}, ${code}`, mayPass, mayPass ? "tooMany" : reasonOf(code));
  },

  readReport({ url, headers, body }, { secret }) {
    const fields = new URLSearchParams(body);
    if (!isTwilios(url, fields, headers["x-twilio-signature"] ?? "", secret)) throw new BadSignature("Not Twilio's signature");
    const report = Report.parse(Object.fromEntries(fields));
    const state = states[report.MessageStatus];
    const reason = state === "failed" ? reasonOf(report.ErrorCode ?? null) : null;
    return state && { state, reason, key: `${report.MessageSid}.${report.MessageStatus}` };
  },

  readIncoming({ url, headers, body }, { secret }) {
    const fields = new URLSearchParams(body);
    if (!isTwilios(url, fields, headers["x-twilio-signature"] ?? "", secret)) throw new BadSignature("Not Twilio's signature");
    const { MessageSid: key, From: from, To: to, Body: text } = Incoming.parse(Object.fromEntries(fields));
    const cleaned = beginningOf(cleanText(text), longestIncoming).trim();
    return e164.test(from) && e164.test(to) && cleaned !== "" ? { key, from, to, text: cleaned } : undefined;
  },
};
