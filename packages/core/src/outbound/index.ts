/*
 * Effects outside Kartis that it cannot take back: mail, and other calls to providers. Owns: effects, from intent to result.
 * Invariant: an effect happens because of a record; it is called once, and again only if the call certainly had no effect, may be repeated, or a person
 * decided so.
 * Records: effect.intend (with its change), effect.succeed (if people see it), effect.fail and effect.lose (a person has to decide), effect.resend, effect.dismiss.
 */
import * as z from "zod";
import { commit, commitContextOf, put } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { type EffectId, isId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { namesOf } from "../organizations/index.ts";
import { effectWrite, findEffect, moved } from "./deliver.ts";
import { effectEntity } from "./entity.ts";
import { effectChange } from "./intend.ts";
import { EffectRef, type OpenEffect } from "./schema.ts";
import { isOpen } from "./states.ts";

export { confirm, deliver, deliverTogether, type Effect, effectsOf, findEffect, type Purpose, type Purposes } from "./deliver.ts";
export { NoEffect, orNoEffect } from "./failures.ts";
export { hasIntended, type Intent, intendOnce, intentions, maxKeys } from "./intend.ts";

const shownAtOnce = 100;
const right = ["ORGANIZATION", "update"] as const;

const list = procedure({
  name: "outbound.list",
  kind: "query",
  input: z.object({}),
  can: right,
  plan: "any",
  /** Failed effects and those with an unknown outcome, newest first; a hundred at most. Read from an index that lags slightly behind. */
  async run(_, context): Promise<{ effects: OpenEffect[]; isMore: boolean }> {
    const { orgId } = context.principal;
    const [{ data, cursor }, nameOf] = await Promise.all([
      effectEntity().query.open({ orgId, waits: "person" }).go({ order: "desc", limit: shownAtOnce }),
      namesOf(orgId),
    ]);
    const effects = data.flatMap((item): OpenEffect[] => {
      const { effectId, purpose, state, subjectKind, subjectId, createdAt, changedAt } = item;
      if (!isId("eff", effectId) || !isOpen(state)) return [];
      const userId = isId("usr", item.userId) ? item.userId : null;
      const name = userId ? (nameOf.get(userId) ?? null) : null;
      const subject = { kind: subjectKind, id: subjectId };
      return [{ id: effectId, purpose, state, userId, name, subject, createdAt, changedAt }];
    });
    return { effects, isMore: cursor !== null };
  },
});

/** A person's decision about an effect that waits for one. Throws NOT_FOUND if somebody else has decided already. */
async function decide(effectId: EffectId, decision: "resend" | "dismiss", context: OrgContext): Promise<{ ok: true }> {
  const { orgId } = context.principal;
  await commit(commitContextOf(context), async () => {
    const effect = await findEffect(orgId, effectId);
    if (!effect || !isOpen(effect.state)) throw new KartisError("NOT_FOUND", { messageKey: "errors.effectDecided" });
    const transition = decision === "dismiss" && effect.state === "unknown" ? "confirm" : decision;
    const next = moved(effect, transition, context.clock, decision === "resend" ? { round: effect.round + 1, attempts: 0 } : {});
    return {
      writes: [put(effectWrite(next).params(), "stale")],
      records: [{ changes: [effectChange(`effect.${decision}`, next)] }],
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
  run: ({ effectId }, context) => decide(effectId, "resend", context),
});

const dismiss = procedure({
  name: "outbound.dismiss",
  kind: "mutation",
  input: EffectRef,
  can: right,
  plan: "any",
  /** Ends it without another call: a failed effect stays failed, and an unknown one counts as done. */
  run: ({ effectId }, context) => decide(effectId, "dismiss", context),
});

export const outboundProcedures = [list, sendAgain, dismiss] as const;
