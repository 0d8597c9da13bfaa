import type { findCards, inScope, scopeOf } from "../../cards/index.ts";
import { outsideTrash } from "../../cards/merges/survivor.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { isId, type OrgId } from "../../kernel/id.ts";
import type { findMembership, Organization } from "../../organizations/index.ts";
import { planState } from "../../plans/index.ts";
import type { isSmsOffered, sendersOf, StoredSender } from "../../sms/index.ts";
import { obstacleOf, type SmsFailure, verifiedOf } from "../../sms/rules.ts";
import type { StoredActivity } from "../activity.ts";
import { smsValuesOf } from "./sms.ts";

/** Dependencies, injected so that sending SMS does not bundle everything else about cards. */
export interface PermissionDependencies {
  readonly findCards: typeof findCards;
  readonly findMembership: typeof findMembership;
  readonly inScope: typeof inScope;
  readonly isSmsOffered: typeof isSmsOffered;
  readonly scopeOf: typeof scopeOf;
  readonly sendersOf: typeof sendersOf;
}

/** What an organization lacks to send SMS, apart from balance. */
export function missing(
  { plan: { type, endsAt } }: Organization,
  senders: readonly StoredSender[],
  isOffered: boolean,
  at: string,
): SmsFailure | undefined {
  const plan = planState(type, endsAt);
  const obstacle = obstacleOf({ isOffered, plan, verified: verifiedOf(senders).length, left: 1 });
  if (obstacle === "noSender") return "noSender";
  return obstacle || (endsAt !== null && endsAt <= at) ? "disabled" : undefined;
}

/**
 * Why an SMS that has waited cannot be sent any more: what was allowed when it was written, or when somebody sent it now, is asked again. What a meeting tells its guests is the meeting's, and
 * needs nobody's permission.
 */
export async function reasonAgainst(
  organization: Organization,
  sms: StoredActivity,
  clock: Clock,
  deps: PermissionDependencies,
): Promise<SmsFailure | undefined> {
  const { id: orgId } = organization;
  const { cardId, aboutMeeting, releasedBy } = smsValuesOf(sms);
  const [senders, card] = await Promise.all([deps.sendersOf(orgId), outsideTrash(orgId, cardId, deps)]);
  const lack = missing(organization, senders, deps.isSmsOffered(), instant(clock));
  if (lack) return lack;
  if (!card) return "cardGone";
  const sender = releasedBy ?? sms.createdBy;
  if (aboutMeeting || !isId("usr", sender)) return undefined;
  return (await mayStillSend(orgId, sender, card, deps)) ? undefined : "notAllowed";
}

async function mayStillSend(
  orgId: OrgId,
  userId: Parameters<typeof findMembership>[0],
  card: Parameters<typeof inScope>[1],
  deps: PermissionDependencies,
): Promise<boolean> {
  const membership = await deps.findMembership(userId, orgId);
  const level = membership?.grants["CARDS.read"];
  if (!membership?.grants["SMS.create"] || !level) return false;
  return deps.inScope(await deps.scopeOf({ principal: { ...membership, userId }, level }), card);
}
