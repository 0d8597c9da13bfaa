import { put, type RecordDraft, type Write } from "../data/commit.ts";
import { isFailedCondition } from "../data/entity.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { codeAttempts, isCode, newCode } from "../kernel/one-time-code.ts";
import { seal, unseal } from "../kernel/seal.ts";
import { intentions } from "../outbound/index.ts";
import { memberCodeEntity } from "./entity.ts";
import type { PendingCode } from "./schema.ts";
import { nextCodeMs } from "./senders.ts";

/*
 * Codes by which members prove that the number in their profile is theirs: only such a number is reminded by SMS, which the organization pays for. A code is for one
 * number; the next one replaces it.
 */

/** Equal codes look different, and the code of one number proves no other. */
const saltOf = (userId: UserId, phone: string): string => `${userId}\n${phone}`;

async function stored(orgId: OrgId, userId: UserId) {
  const { data } = await memberCodeEntity().get({ orgId, userId }).go({ consistent: true });
  return data ?? undefined;
}

/** The code that a member was sent to this number (E.164) and has not used yet. */
export async function pendingCode(orgId: OrgId, userId: UserId, phone: string, clock: Clock): Promise<PendingCode | null> {
  const code = await stored(orgId, userId);
  if (code?.phone !== phone || code.expiresAt * 1000 <= clock.now()) return null;
  const instantOf = (ms: number) => new Date(ms).toISOString();
  return {
    validUntil: instantOf(code.expiresAt * 1000),
    nextAt: instantOf(code.sentAt + nextCodeMs),
    triesLeft: Math.max(0, codeAttempts - code.attempts),
  };
}

/** Throws TOO_MANY_REQUESTS if a member was sent a code less than a minute ago, to whichever number. */
export async function requireTimeForCode(orgId: OrgId, userId: UserId, clock: Clock): Promise<void> {
  const sentAt = (await stored(orgId, userId))?.sentAt;
  const seconds = sentAt === undefined ? 0 : Math.ceil((sentAt + nextCodeMs - clock.now()) / 1000);
  if (seconds > 0) throw new KartisError("TOO_MANY_REQUESTS", { messageKey: "errors.senderCodeSoon", params: { seconds } });
}

/** The writes that give a member a new code for their number (E.164), and send it. The text is made when it is sent. */
export function memberCode(
  orgId: OrgId,
  userId: UserId,
  phone: string,
  { clock, language }: { readonly clock: Clock; readonly language: string },
): { readonly writes: readonly Write[]; readonly records: readonly RecordDraft[] } {
  const { code, stored: kept } = newCode(saltOf(userId, phone), clock);
  const payload = { code: seal(code, "sender code", [orgId, userId]), language };
  const effects = intentions(orgId, [{ purpose: "memberCode", subject: { kind: "member", id: userId }, userId, payload }], clock);
  const write = put(
    memberCodeEntity()
      .put({ orgId, userId, phone, ...kept, sentAt: clock.now() })
      .params(),
    "stale",
  );
  return { writes: [write, ...effects.writes], records: effects.records };
}

/** A sealed code with the number (E.164) that it is sent to; undefined once it was used, replaced, or is no longer valid. */
export async function codeInUse(
  orgId: OrgId,
  userId: UserId,
  sealed: string,
  clock: Clock,
): Promise<{ readonly code: string; readonly phone: string } | undefined> {
  const kept = await stored(orgId, userId);
  if (!kept || kept.expiresAt * 1000 <= clock.now()) return undefined;
  const code = unseal(sealed, "sender code", [orgId, userId]);
  return isCode(kept.codeHash, saltOf(userId, kept.phone), code) ? { code, phone: kept.phone } : undefined;
}

const failed = (message: string): KartisError =>
  new KartisError("UNPROCESSABLE_CONTENT", { messageKey: "errors.phoneVerification", fields: { code: message } });

/**
 * Throws UNPROCESSABLE_CONTENT unless this is the code that the member was sent to this number (E.164). A guess is counted before it is compared, so that simultaneous
 * guesses cannot exceed the limit.
 */
export async function requireMemberCode(orgId: OrgId, userId: UserId, phone: string, code: string, clock: Clock): Promise<void> {
  const kept = await stored(orgId, userId);
  if (kept?.phone !== phone || kept.expiresAt * 1000 <= clock.now()) throw failed("validation.codeExpired");
  try {
    await memberCodeEntity()
      .update({ orgId, userId })
      .add({ attempts: 1 })
      .where((attribute, { eq, lt }) => `${eq(attribute.codeHash, kept.codeHash)} AND ${lt(attribute.attempts, codeAttempts)}`)
      .go();
  } catch (error) {
    throw isFailedCondition(error) ? failed("validation.codeExpired") : error;
  }
  if (!isCode(kept.codeHash, saltOf(userId, phone), code)) throw failed("validation.codeWrong");
}
