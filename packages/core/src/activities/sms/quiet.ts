import { timeZoneIn } from "../../cards/fields/correspondent.ts";
import { outsideTrash } from "../../cards/merges/survivor.ts";
import type { findCards, getCardType } from "../../cards/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { OrgId } from "../../kernel/id.ts";
import { smsQuietHours } from "../../organizations/index.ts";
import type { recipientZones } from "../../sms/index.ts";
import { quietAt } from "../../sms/quiet-hours/rules.ts";
import type { SmsValues } from "./sms.ts";

/** Dependencies, injected so that sending SMS does not bundle everything else about cards. */
export interface QuietDependencies {
  readonly findCards: typeof findCards;
  readonly getCardType: typeof getCardType;
  readonly recipientZones: typeof recipientZones;
}

/**
 * When an SMS can be sent that is not to arrive in its recipient's quiet hours; undefined if that is now. News of a meeting that would come after its start is
 * sent at once: a guest who is expected early would rather be woken than not know.
 */
export async function waitsUntil(
  orgId: OrgId,
  { avoidsQuietHours, cardId, phone, aboutMeeting }: SmsValues,
  clock: Clock,
  deps: QuietDependencies,
): Promise<string | undefined> {
  if (!avoidsQuietHours) return undefined;
  const { hours, timeZone } = await smsQuietHours(orgId);
  if (!hours) return undefined;
  const card = await outsideTrash(orgId, cardId, deps);
  const cardZone = card ? timeZoneIn(await deps.getCardType(orgId, card.typeId), card.fields) : null;
  const until = quietAt(clock.now(), deps.recipientZones(phone, cardZone, timeZone), hours)?.until;
  const isTooLate = until !== undefined && aboutMeeting?.startsAt !== undefined && until >= aboutMeeting.startsAt;
  return isTooLate ? undefined : until;
}
