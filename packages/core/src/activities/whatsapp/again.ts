import { chatChange, findChat, optedOutSince, requireChat } from "../../chats/index.ts";
import { commit, commitContextOf, type RecordDraft, type Write } from "../../data/commit.ts";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { type ActivityId, isId, newId, type OrgId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { type Decision, decisionOn, type Effect, findEffect, type Intent, intentions } from "../../outbound/index.ts";
import { findNumber, requireNumber, windowOf } from "../../whatsapp/index.ts";
import type { StoredActivity } from "../activity.ts";
import { reached } from "../changes.ts";
import { findActivities } from "../store.ts";
import { changeSetOf, edit } from "../writes.ts";
import { lacksFile } from "./deliver.ts";
import { type WhatsAppValues, whatsappValuesOf } from "./whatsapp.ts";

/** Throws PRECONDITION_FAILED unless the message is a template, or free-form messages may be sent until this instant. */
export function requireWindow(isTemplate: boolean, endsAt: string | null, clock: Clock): void {
  if (!isTemplate && (endsAt === null || Date.parse(endsAt) <= clock.now()))
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.whatsappWindow" });
}

/** Throws PRECONDITION_FAILED that says why the message cannot be sent now: no number, one that Meta refuses, a window that is closed, a customer who wants no messages, or a file that has been deleted. */
async function requireSendable(orgId: OrgId, values: WhatsAppValues, clock: Clock): Promise<void> {
  const { chatId, template } = values;
  const [stored, chat] = await Promise.all([findNumber(orgId), findChat(orgId, chatId)]);
  requireWindow(template !== null, windowOf(chat, requireNumber(stored)), clock);
  if (await optedOutSince(orgId, chatId)) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.whatsappOptedOut" });
  if (lacksFile(values)) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.sentFileGone" });
}

/** The same for the message that an effect sends. */
export async function requireMessageSendable({ orgId, subjectId }: Effect, clock: Clock): Promise<void> {
  const message = isId("act", subjectId) ? (await findActivities(orgId, [subjectId])).get(subjectId) : undefined;
  if (message?.type === "WHATSAPP") await requireSendable(orgId, whatsappValuesOf(message), clock);
}

/** Throws PRECONDITION_FAILED unless a received file can be downloaded: without a number, or with one that Meta refuses. */
export async function requireFileFetchable({ orgId }: Effect): Promise<void> {
  requireNumber(await findNumber(orgId));
}

/** The effect that sends a message. */
export const whatsappIntent = (effectId: Effect["effectId"], id: ActivityId): Intent => ({
  id: effectId,
  purpose: "whatsapp",
  subject: { kind: "activity", id },
  payload: {},
});

interface Sending {
  readonly effectId: Effect["effectId"] | null;
  readonly writes: readonly Write[];
  readonly records: readonly RecordDraft[];
}

/** Repeats the message's effect, or sends it under another if the former is settled or no longer kept. */
async function sendingOf(orgId: OrgId, id: ActivityId, effect: Effect | undefined, clock: Clock): Promise<Sending> {
  if (effect && (effect.state === "failed" || effect.state === "unknown"))
    return { effectId: effect.effectId, ...(await decisionOn(orgId, effect.effectId, "resend", clock)) };
  if (effect?.state === "intended" || effect?.state === "calling") throw decided();
  const effectId = newId("eff", clock.now());
  return { effectId, ...intentions(orgId, [whatsappIntent(effectId, id)], clock) };
}

/** Leaves the message as it is. */
async function leavingOf(orgId: OrgId, effect: Effect | undefined, clock: Clock): Promise<Sending> {
  const effectId = effect?.effectId ?? null;
  const isOpen = effect?.state === "failed" || effect?.state === "unknown";
  return { effectId, ...(isOpen ? await decisionOn(orgId, effect.effectId, "dismiss", clock) : { writes: [], records: [] }) };
}

const decided = () => new KartisError("NOT_FOUND", { messageKey: "errors.effectDecided" });

/**
 * Resends a message that was not sent, or may not have been, or leaves it as it is. With its effect, in one transaction: two people who decide at the same time send
 * one message. Throws NOT_FOUND if nothing is left to decide, and PRECONDITION_FAILED if it cannot be sent now.
 */
export async function decideOnMessage(id: ActivityId, decision: Decision, context: OrgContext): Promise<StoredActivity> {
  const { principal, clock } = context;
  const { orgId } = principal;
  const { result } = await commit(commitContextOf(context), async (at) => {
    const current = await reached(id, ["WHATSAPP"], context);
    const values = whatsappValuesOf(current);
    await requireChat(values.chatId, context);
    if (current.trashedAt || (values.delivery !== "failed" && values.delivery !== "unknown")) throw decided();
    const effect = values.effectId ? await findEffect(orgId, values.effectId) : undefined;
    if (decision === "resend") await requireSendable(orgId, values, clock);
    const sending = await (decision === "resend" ? sendingOf(orgId, id, effect, clock) : leavingOf(orgId, effect, clock));
    const delivery = decision === "resend" ? "sending" : values.delivery === "unknown" ? "sent" : "failed";
    const reset = { reason: null, isFinal: null, isGivenUp: null };
    const patch = delivery === "failed" ? { isGivenUp: true } : { ...reset, delivery, effectId: sending.effectId };
    const {
      writes,
      records,
      result: changed,
    } = changeSetOf(edit(orgId, current, patch, undefined, at, "whatsapp.deliver"), current);
    const chat = await findChat(orgId, values.chatId);
    const shown =
      chat?.last?.activityId === id && chat.last.delivery !== delivery
        ? chatChange(orgId, { ...chat, version: chat.version + 1, last: { ...chat.last, delivery } }, chat)
        : undefined;
    return {
      writes: [...writes, ...(shown ? [shown.write] : []), ...sending.writes],
      records: [...records, ...(shown ? [{ changes: [shown.change] }] : []), ...sending.records],
      result: changed,
    };
  });
  return result;
}
