import * as z from "zod";
import { fieldContext, findNames, readScopeOf } from "../cards/index.ts";
import { commit, commitContextOf, put, type Write } from "../data/commit.ts";
import { isFailedCondition } from "../data/entity.ts";
import { countSenderCode } from "../identity/index.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, newId, type OrgId } from "../kernel/id.ts";
import { codeAttempts, isCode, newCode } from "../kernel/one-time-code.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { seal } from "../kernel/seal.ts";
import { intentions } from "../outbound/index.ts";
import { memberSmsSwitch, membersAreRemindedBySms, quietHoursChange, smsQuietHours } from "../organizations/index.ts";
import { smsCodeEntity, smsEntryEntity } from "./entity.ts";
import { bookedBalance } from "./balance.ts";
import { longestQuietMinutes, quietMinutes } from "./quiet-hours/rules.ts";
import { smsStandingOf } from "./standing.ts";
import {
  type BalanceEntries,
  EntriesInput,
  type EntryId,
  type QuietHours,
  RequestSenderInput,
  type Sender,
  SenderRef,
  SetMemberRemindersInput,
  SetQuietHoursInput,
  type SmsSettings,
  VerifySenderInput,
} from "./schema.ts";
import { acceptSender, requireSender, senderRemoval, sendersOf, type StoredSender, senderWrite, withCodes } from "./senders.ts";

const manages = ["ORGANIZATION", "update"] as const;
/** Enough for any organization, and few enough to choose from. */
const mostSenders = 10;

/** A procedure's answer about one sender, with its pending code. */
async function shown(orgId: OrgId, sender: StoredSender): Promise<Sender> {
  const [one] = await withCodes(orgId, [sender]);
  return one ?? { ...sender, code: null };
}

const settings = procedure({
  name: "sms.settings",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "read"],
  plan: "any",
  async run(_, context): Promise<SmsSettings> {
    const { senders, balance, obstacle } = await smsStandingOf(context);
    const { orgId } = context.principal;
    const [shownSenders, { hours }, { isOn }] = await Promise.all([
      withCodes(orgId, senders),
      smsQuietHours(orgId),
      membersAreRemindedBySms(orgId),
    ]);
    return { senders: shownSenders, balance, obstacle, quietHours: hours, remindsMembers: isOn };
  },
});

const setQuietHours = procedure({
  name: "sms.setQuietHours",
  kind: "mutation",
  input: SetQuietHoursInput,
  can: manages,
  plan: "any",
  /** Sets the hours of the recipient's day in which automatic SMS wait. Throws INVALID_INPUT for hours that last no time, or more than twelve hours. */
  async run({ hours }, context): Promise<{ quietHours: QuietHours | null }> {
    const { orgId } = context.principal;
    const minutes = hours ? quietMinutes(hours) : null;
    if (minutes === 0 || (minutes ?? 0) > longestQuietMinutes)
      throw new KartisError("INVALID_INPUT", {
        fields: { "hours.until": minutes === 0 ? "validation.quietHoursNone" : "validation.quietHoursLong" },
      });
    await commit(commitContextOf(context), async () => {
      const changed = quietHoursChange(orgId, await smsQuietHours(orgId), hours);
      return { writes: changed?.writes ?? [], records: changed ? [{ changes: [changed.change] }] : [], result: undefined };
    });
    return { quietHours: hours };
  },
});

/** The writes that give a sender a new code, and the SMS with it. The text is made when it is sent, in the language of the person who asked. */
function codeFor(orgId: OrgId, sender: StoredSender, { clock, language }: Pick<OrgContext, "clock" | "language">) {
  const { code, stored } = newCode(sender.id, clock);
  const item = { orgId, senderId: sender.id, ...stored, sentAt: clock.now() };
  const payload = { code: seal(code, "sender code", [orgId, sender.id]), language: language ?? "en" };
  const effects = intentions(orgId, [{ purpose: "senderCode", subject: { kind: "smsSender", id: sender.id }, payload }], clock);
  const write: Write = put(smsCodeEntity().put(item).params(), "stale");
  return { writes: [write, ...effects.writes], records: effects.records };
}

const setMemberReminders = procedure({
  name: "sms.setMemberReminders",
  kind: "mutation",
  input: SetMemberRemindersInput,
  can: manages,
  plan: "any",
  /** Sets whether members who want that are reminded of their tasks and meetings by SMS, which the organization pays for. */
  async run({ isOn }, context): Promise<{ remindsMembers: boolean }> {
    const { orgId } = context.principal;
    await commit(commitContextOf(context), async () => {
      const changed = memberSmsSwitch(orgId, await membersAreRemindedBySms(orgId), isOn);
      return { writes: changed?.writes ?? [], records: changed ? [{ changes: [changed.change] }] : [], result: undefined };
    });
    return { remindsMembers: isOn };
  },
});

const requestSender = procedure({
  name: "sms.requestSender",
  kind: "mutation",
  input: RequestSenderInput,
  can: manages,
  plan: "sms",
  /** Adds a sender and sends its verification code. An unverified sender of the same name gets a new code. */
  async run({ name: typed, phone }, context): Promise<Sender> {
    const { orgId } = context.principal;
    const { clock } = context;
    const accepted = acceptSender(typed, phone, { options: [], ...(await fieldContext(context.principal)) });
    await requireTime(orgId, accepted.name, clock);
    await countSenderCode(orgId, accepted.phone, clock);
    const { result } = await commit(commitContextOf(context), async (at) => {
      const senders = await sendersOf(orgId);
      const same = senders.find(({ name }) => name.toLowerCase() === accepted.name.toLowerCase());
      if (same?.verifiedAt) throw new KartisError("CONFLICT", { fields: { name: "validation.senderTaken" } });
      if (!same && senders.length >= mostSenders)
        throw new KartisError("INVALID_INPUT", { fields: { name: "validation.arraySize" } });
      const sender: StoredSender = {
        ...accepted,
        id: same?.id ?? newId("snd", clock.now()),
        version: (same?.version ?? 0) + 1,
        verifiedAt: null,
        isDefault: false,
        createdAt: same?.createdAt ?? at,
      };
      const { write, change } = senderWrite(orgId, same ? "smsSender.update" : "smsSender.create", sender, same);
      const code = codeFor(orgId, sender, context);
      return { writes: [write, ...code.writes], records: [{ changes: [change] }, ...code.records], result: sender };
    });
    return shown(orgId, result);
  },
});

/** Throws TOO_MANY_REQUESTS if a code for the sender was sent less than a minute ago. */
async function requireTime(orgId: OrgId, name: string, clock: Clock): Promise<void> {
  const waiting = await withCodes(orgId, await sendersOf(orgId));
  const nextAt = waiting.find((one) => one.name.toLowerCase() === name.toLowerCase())?.code?.nextAt;
  const seconds = nextAt ? Math.ceil((Date.parse(nextAt) - clock.now()) / 1000) : 0;
  if (seconds > 0) throw new KartisError("TOO_MANY_REQUESTS", { messageKey: "errors.senderCodeSoon", params: { seconds } });
}

const failedVerification = (message: string): KartisError =>
  new KartisError("UNPROCESSABLE_CONTENT", { messageKey: "errors.senderVerification", fields: { code: message } });

const verifySender = procedure({
  name: "sms.verifySender",
  kind: "mutation",
  input: VerifySenderInput,
  can: manages,
  plan: "sms",
  /** Verifies a sender by its code. A guess is counted before it is compared, so that simultaneous guesses cannot exceed the limit. */
  async run({ senderId, code }, context): Promise<Sender> {
    const { orgId } = context.principal;
    const { clock } = context;
    const sender = requireSender(await sendersOf(orgId), senderId);
    if (sender.verifiedAt) return shown(orgId, sender);
    const { data: stored } = await smsCodeEntity().get({ orgId, senderId }).go({ consistent: true });
    if (!stored || stored.expiresAt * 1000 <= clock.now()) throw failedVerification("validation.codeExpired");
    try {
      await smsCodeEntity()
        .update({ orgId, senderId })
        .add({ attempts: 1 })
        .where(
          (attribute, { eq, lt }) => `${eq(attribute.codeHash, stored.codeHash)} AND ${lt(attribute.attempts, codeAttempts)}`,
        )
        .go();
    } catch (error) {
      throw isFailedCondition(error) ? failedVerification("validation.codeExpired") : error;
    }
    if (!isCode(stored.codeHash, senderId, code)) throw failedVerification("validation.codeWrong");
    const { result } = await commit(commitContextOf(context), async (at) => {
      const senders = await sendersOf(orgId);
      const before = requireSender(senders, senderId);
      if (before.verifiedAt) return { writes: [], records: [], result: before };
      const isDefault = !senders.some((one) => one.isDefault);
      const verified = { ...before, version: before.version + 1, verifiedAt: at, isDefault };
      const { write, change } = senderWrite(orgId, "smsSender.update", verified, before);
      return { writes: [write], records: [{ changes: [change] }], result: verified };
    });
    return shown(orgId, result);
  },
});

const setDefault = procedure({
  name: "sms.setDefaultSender",
  kind: "mutation",
  input: SenderRef,
  can: manages,
  plan: "sms",
  async run({ senderId }, context): Promise<Sender> {
    const { orgId } = context.principal;
    const { result } = await commit(commitContextOf(context), async () => {
      const senders = await sendersOf(orgId);
      const sender = requireSender(senders, senderId);
      if (!sender.verifiedAt)
        throw new KartisError("INVALID_INPUT", {
          messageKey: "errors.senderUnverified",
          fields: { senderId: "validation.enum" },
        });
      const moved = senders.filter((one) => one.isDefault !== (one.id === senderId));
      const written = moved.map((one) =>
        senderWrite(orgId, "smsSender.update", { ...one, version: one.version + 1, isDefault: one.id === senderId }, one),
      );
      const now = moved.includes(sender) ? { ...sender, version: sender.version + 1, isDefault: true } : sender;
      const changes = written.map(({ change }) => change);
      return { writes: written.map(({ write }) => write), records: changes.length > 0 ? [{ changes }] : [], result: now };
    });
    return shown(orgId, result);
  },
});

const removeSender = procedure({
  name: "sms.removeSender",
  kind: "mutation",
  input: SenderRef,
  can: manages,
  plan: "any",
  /** Removes the sender. If it was the default, the oldest of the others becomes the default. */
  async run({ senderId }, context): Promise<{ ok: true }> {
    const { orgId } = context.principal;
    await commit(commitContextOf(context), async () => {
      const senders = await sendersOf(orgId);
      const sender = requireSender(senders, senderId);
      const heir = sender.isDefault ? senders.find((one) => one.id !== senderId && one.verifiedAt) : undefined;
      const all = [
        senderRemoval(orgId, sender),
        ...(heir ? [senderWrite(orgId, "smsSender.update", { ...heir, version: heir.version + 1, isDefault: true }, heir)] : []),
      ];
      return {
        writes: all.map(({ write }) => write),
        records: [{ changes: all.map(({ change }) => change) }],
        result: undefined,
      };
    });
    return { ok: true };
  },
});

function entryIdIn(id: string): EntryId {
  if (!isId("sme", id)) throw new Error(`Not an entry: ${id}`);
  return id;
}

const entries = procedure({
  name: "sms.entries",
  kind: "query",
  input: EntriesInput,
  can: ["ORGANIZATION", "read"],
  plan: "any",
  asksReplica: true,
  /** The ledger, newest first. */
  async run({ cursor, limit }, context): Promise<BalanceEntries> {
    const { orgId } = context.principal;
    const all = smsEntryEntity().query.main({ orgId });
    const page = await (cursor ? all.lt({ entryId: cursor }) : all).go({ order: "desc", limit, consistent: true });
    const last = page.data.at(-1);
    const booked = await bookedBalance(orgId);
    const cardIds = page.data.flatMap(({ cardId }) => (isId("crd", cardId) ? [cardId] : []));
    return {
      booked,
      related: cardIds.length > 0 ? await findNames(orgId, await readScopeOf(context), new Set(cardIds)) : {},
      entries: page.data.map(({ entryId, at, kind, change, activityId, cardId, userId, remindedId }) => ({
        id: entryIdIn(entryId),
        at,
        kind,
        change,
        activityId: isId("act", activityId) ? activityId : null,
        cardId: isId("crd", cardId) ? cardId : null,
        by: isId("usr", userId) ? userId : null,
        remindedId: isId("usr", remindedId) ? remindedId : null,
      })),
      nextCursor: page.cursor && last ? entryIdIn(last.entryId) : null,
    };
  },
});

export const smsSettingsProcedures = [
  settings,
  setQuietHours,
  setMemberReminders,
  requestSender,
  verifySender,
  setDefault,
  removeSender,
  entries,
] as const;
