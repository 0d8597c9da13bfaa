/*
 * What Kartis could not send, or may not have sent, for people to decide about. Owns nothing: the effects are those of `outbound`, and what they send is an activity.
 * Invariant: a message is shown to those who may read its activity; it is resent only if it can be sent, and otherwise stays in the list.
 */
import * as z from "zod";
import { type ActivitySight, activitySightOf, definitionOf, findActivities, isInSight } from "../activities/index.ts";
import { releases, requirements } from "../activities/messages/index.ts";
import { findNames, readScopeOf } from "../cards/index.ts";
import { commit, commitContextOf } from "../data/commit.ts";
import { type ActivityId, type EffectId, isId, type OrgId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { beginningOf } from "../kernel/text.ts";
import { namesOf } from "../organizations/index.ts";
import { type Decision, decisionOn, type Effect, openEffects } from "../outbound/index.ts";
import { EffectRef, type OpenEffect, type OpenEffects, type OutgoingMessage } from "./schema.ts";

const shownAtOnce = 100;
const longestText = 120;
const right = ["ORGANIZATION", "update"] as const;

/** The messages that effects send, by the id of their activity, as far as the reader sees them. */
async function messagesIn(
  orgId: OrgId,
  sight: ActivitySight,
  effects: readonly Effect[],
): Promise<ReadonlyMap<string, OutgoingMessage>> {
  const ids = new Set(effects.flatMap(({ subjectId }): ActivityId[] => (isId("act", subjectId) ? [subjectId] : [])));
  const seen = [...(await findActivities(orgId, [...ids])).values()].filter((activity) => isInSight(sight, activity));
  return new Map(
    seen.map(({ id, type, values }) => {
      const { title, cardId } = definitionOf(type).columns(values);
      const { phone, to } = values;
      const emails = Array.isArray(to) ? to.flatMap((one) => emailIn(one) ?? []) : [];
      const message = {
        cardId: isId("crd", cardId) ? cardId : null,
        phone: typeof phone === "string" ? phone : null,
        emails,
        text: beginningOf(title, longestText),
      };
      return [id, message];
    }),
  );
}

const Addressed = z.object({ email: z.string() });
const emailIn = (one: unknown): string | undefined => Addressed.safeParse(one).data?.email;

const list = procedure({
  name: "outbound.list",
  kind: "query",
  input: z.object({}),
  can: right,
  plan: "any",
  asksReplica: true,
  /** Failed effects and those with an unknown outcome, newest first; a hundred at most. Read from an index that lags slightly behind. */
  async run(_, context): Promise<OpenEffects> {
    const { orgId } = context.principal;
    const [{ effects, isMore }, nameOf, sight, cardScope] = await Promise.all([
      openEffects(orgId, shownAtOnce),
      namesOf(orgId),
      activitySightOf(context),
      readScopeOf(context),
    ]);
    const messages = await messagesIn(orgId, sight, effects);
    const cardIds = new Set([...messages.values()].flatMap(({ cardId }) => cardId ?? []));
    const shown = effects.map((effect): OpenEffect => {
      const { effectId: id, purpose, state, reason = null, subjectKind, subjectId, createdAt, changedAt } = effect;
      const userId = isId("usr", effect.userId) ? effect.userId : null;
      const name = userId ? (nameOf.get(userId) ?? null) : null;
      const subject = { kind: subjectKind, id: subjectId };
      const message = messages.get(subjectId) ?? null;
      return { id, purpose, state, reason, userId, name, subject, message, createdAt, changedAt };
    });
    return { effects: shown, related: cardIds.size > 0 ? await findNames(orgId, cardScope, cardIds) : {}, isMore };
  },
});

/** A person's decision about an effect that waits for one. */
async function decide(effectId: EffectId, decision: Decision, context: OrgContext): Promise<{ ok: true }> {
  const { principal, clock } = context;
  const { orgId } = principal;
  await commit(commitContextOf(context), async (at) => {
    let released: Awaited<ReturnType<NonNullable<(typeof releases)[Effect["purpose"]]>>> | undefined;
    const require = async (effect: Effect): Promise<void> => {
      await requirements[effect.purpose]?.(effect, clock);
      released = await releases[effect.purpose]?.(effect, context, at);
    };
    const { writes, records } = await decisionOn(orgId, effectId, decision, clock, decision === "resend" ? require : undefined);
    return {
      writes: [...writes, ...(released?.writes ?? [])],
      records: [...records, ...(released?.records ?? [])],
      result: undefined,
    };
  });
  return { ok: true };
}

const sendAgain = procedure({
  name: "outbound.sendAgain",
  kind: "mutation",
  input: EffectRef,
  can: right,
  /** Throws NOT_FOUND if somebody else has decided already, NO_PERMISSION if the message goes by a permission that the caller lacks, and PRECONDITION_FAILED that says what prevents it; the effect then stays as it is. */
  run: ({ effectId }, context) => decide(effectId, "resend", context),
});

const dismiss = procedure({
  name: "outbound.dismiss",
  kind: "mutation",
  input: EffectRef,
  can: right,
  plan: "any",
  /** Ends it without another call: a failed effect stays failed, and an unknown one counts as done. Throws NOT_FOUND if somebody else has decided already. */
  run: ({ effectId }, context) => decide(effectId, "dismiss", context),
});

export const outboundProcedures = [list, sendAgain, dismiss] as const;
