import type { chatChange, findChat } from "../../chats/index.ts";
import { commit, systemContext } from "../../data/commit.ts";
import type { RecordOf } from "../../data/payloads.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type ActivityId, type EffectId, isId, type OrgId, type RecordId } from "../../kernel/id.ts";
import { bounce, confirm, type Effect, findEffect } from "../../outbound/index.ts";
import type { findMessage, messageWrite, ReceivedStatus } from "../../whatsapp/index.ts";
import { type WhatsAppFailure, whatsappFailures } from "../../whatsapp/rules.ts";
import { findActivities } from "../store.ts";
import { changeSetOf, edit } from "../writes.ts";
import { deliveryAfter, type DeliveryNews } from "./rules.ts";
import { type WhatsAppValues, whatsappValuesOf } from "./whatsapp.ts";

/** Dependencies, injected so that handling a report does not bundle everything else about messages. */
export interface DeliveryDependencies {
  readonly chatChange: typeof chatChange;
  readonly findChat: typeof findChat;
  readonly findMessage: typeof findMessage;
  readonly messageWrite: typeof messageWrite;
}

interface Keeping {
  readonly clock: Clock;
  readonly causedBy: RecordId;
  readonly deps: DeliveryDependencies;
}

interface News extends DeliveryNews {
  readonly reason: WhatsAppFailure | null;
  /** The effect whose outcome it is; absent for a report, which names the message. */
  readonly effectId?: EffectId;
  /** Somebody has decided that it is not sent. */
  readonly isGivenUp?: boolean;
}

/** Stores the delivery state on the message and in its conversation. Harmless to repeat, and in any order. @returns the message afterwards */
async function keepDelivery(
  orgId: OrgId,
  id: ActivityId,
  news: News,
  { clock, causedBy, deps }: Keeping,
): Promise<WhatsAppValues | undefined> {
  const context = systemContext(orgId, "whatsapp", clock, causedBy);
  const { result } = await commit(context, async (at) => {
    const message = (await findActivities(orgId, [id])).get(id);
    const values = message?.type === "WHATSAPP" ? whatsappValuesOf(message) : undefined;
    const nothing = { writes: [], records: [], result: values };
    // An effect under which the message was sent before says nothing about it any more.
    const isFormer = news.effectId !== undefined && values?.effectId && values.effectId !== news.effectId;
    if (!message || !values?.delivery || isFormer) return nothing;
    const { delivery, messageId, isFinal, failedIds } = values;
    const next = deliveryAfter({ delivery, messageId, isFinal, failedIds }, news);
    const patch = {
      delivery: next.delivery,
      messageId: next.messageId,
      isFinal: next.isFinal || null,
      failedIds: next.failedIds.length > 0 ? next.failedIds : null,
      reason: next.delivery === "failed" ? ((delivery === "failed" ? values.reason : null) ?? news.reason) : null,
      isGivenUp: (next.delivery === "failed" && (news.isGivenUp ?? values.isGivenUp)) || null,
    };
    const edited = edit(orgId, message, patch, undefined, at, "whatsapp.deliver");
    if (!edited) return nothing;
    const { writes, records, result: changed } = changeSetOf(edited, message);
    const chat = await deps.findChat(orgId, values.chatId);
    const last = chat?.last?.activityId === id && chat.last.delivery !== next.delivery ? chat.last : undefined;
    // Meta says so for the customer: nothing more is sent to them.
    const isRefused = patch.reason === "optedOut" && chat !== undefined && chat.optedOutAt === null;
    const moved =
      chat && (last || isRefused)
        ? deps.chatChange(
            orgId,
            {
              ...chat,
              version: chat.version + 1,
              ...(last ? { last: { ...last, delivery: next.delivery } } : {}),
              ...(isRefused ? { optedOutAt: at } : {}),
            },
            chat,
          )
        : undefined;
    const named = next.messageId !== messageId ? next.messageId : null;
    const known = named ? await deps.findMessage(orgId, named) : undefined;
    const note =
      named && known?.activityId !== id
        ? [deps.messageWrite(orgId, named, { reaction: null, reactedAt: null, ...known, activityId: id }, known, clock)]
        : [];
    return {
      writes: [...writes, ...(moved ? [moved.write] : []), ...note],
      records: [...records, ...(moved ? [{ changes: [moved.change] }] : [])],
      result: whatsappValuesOf(changed),
    };
  });
  return result;
}

/**
 * Settles the effect by what Meta has reported, whichever of the two is processed first: if the answer to our call was lost, nobody has to decide any more; and if a
 * message that Meta had accepted was not delivered, a person finds it among those that were not sent.
 */
async function settle(effect: Effect | undefined, message: WhatsAppValues | undefined, clock: Clock): Promise<void> {
  if (!effect || !message?.delivery || (message.effectId && message.effectId !== effect.effectId)) return;
  const { orgId, effectId, state, reference } = effect;
  const { delivery, isFinal, messageId, reason } = message;
  if (state === "unknown" && (delivery === "sent" || delivery === "delivered" || delivery === "read"))
    await confirm(orgId, effectId, clock);
  // Of an effect that was repeated, the report may still be about the call before.
  const isOfLastCall = state === "done" ? messageId === reference : messageId !== (reference ?? null);
  if (delivery === "failed" && isFinal && isOfLastCall) await bounce(orgId, effectId, reason ?? "other", clock);
}

const isFailure = (reason: unknown): reason is WhatsAppFailure => whatsappFailures.some((known) => known === reason);

/** What the effect's state means for its message; undefined if it means nothing. */
function newsOf({ effectId, state, reference, reason }: Effect): News | undefined {
  const call = { effectId, reason: null, isReport: false, messageId: null } as const;
  if (state === "done") return { ...call, state: "sent", messageId: reference ?? null };
  if (state === "failed" || state === "void") return { ...call, state: "failed", reason: isFailure(reason) ? reason : "other" };
  if (state === "dismissed") return { ...call, state: "failed", isGivenUp: true };
  if (state === "unknown") return { ...call, state: "unknown" };
  return state === "intended" || state === "calling" ? { ...call, state: "sending" } : undefined;
}

/** Stores the state of each effect in the record on its message. Effects are read in their current state, so that late records do not bring back old states. */
export async function keepSendings(
  { orgId, id, changes }: RecordOf<"effect.succeed" | "effect.fail" | "effect.lose" | "effect.resend" | "effect.dismiss">,
  clock: Clock,
  deps: DeliveryDependencies,
): Promise<void> {
  for (const { subject, after } of changes) {
    if (after?.purpose !== "whatsapp") continue;
    const effect = await findEffect(orgId, subject.id);
    const news = effect && newsOf(effect);
    if (!news || !isId("act", effect.subjectId)) continue;
    await settle(effect, await keepDelivery(orgId, effect.subjectId, news, { clock, causedBy: id, deps }), clock);
  }
}

/** Stores a report of Meta's on its message. A report about a message that Kartis did not send is ignored. */
export async function keepStatus(orgId: OrgId, { id, state, reason, note }: ReceivedStatus, keeping: Keeping): Promise<void> {
  const activityId = isId("act", note) ? note : (await keeping.deps.findMessage(orgId, id))?.activityId;
  if (!activityId) return;
  const message = await keepDelivery(orgId, activityId, { state, messageId: id, reason, isReport: true }, keeping);
  const effect = message?.effectId ? await findEffect(orgId, message.effectId) : undefined;
  await settle(effect, message, keeping.clock);
}
