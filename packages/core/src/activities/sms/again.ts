import { findCards, inScope, readScopeOf } from "../../cards/index.ts";
import { outsideTrash } from "../../cards/merges/survivor.ts";
import type { RecordDraft, Write } from "../../data/commit.ts";
import { KartisError } from "../../kernel/error.ts";
import { isId } from "../../kernel/id.ts";
import { type OrgContext, requireRight } from "../../kernel/procedure.ts";
import type { Effect } from "../../outbound/index.ts";
import { findActivities } from "../store.ts";
import { changeSetOf, edit } from "../writes.ts";
import { smsValuesOf } from "./sms.ts";

/**
 * What is written when somebody resends the SMS of an effect: from then on it goes by their permission, whoever wrote it. Throws NO_PERMISSION if they may send no
 * SMS, or do not see its card. What a meeting tells its guests needs nobody's permission.
 */
export async function releaseSms(
  { orgId, subjectId }: Effect,
  context: OrgContext,
  at: string,
): Promise<{ readonly writes: readonly Write[]; readonly records: readonly RecordDraft[] }> {
  const sms = isId("act", subjectId) ? (await findActivities(orgId, [subjectId])).get(subjectId) : undefined;
  if (sms?.type !== "SMS" || smsValuesOf(sms).aboutMeeting) return { writes: [], records: [] };
  requireRight(["SMS", "create"], context);
  const [scope, card] = await Promise.all([readScopeOf(context), outsideTrash(orgId, smsValuesOf(sms).cardId, { findCards })]);
  if (card && !inScope(scope, card)) throw new KartisError("NO_PERMISSION");
  return changeSetOf(edit(orgId, sms, { releasedBy: context.principal.userId }, undefined, at, "sms.deliver"), sms);
}
