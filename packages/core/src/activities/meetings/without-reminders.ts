import { KartisError } from "../../kernel/error.ts";
import type { OrgId } from "../../kernel/id.ts";
import type { StoredActivity } from "../activity.ts";
import { type ActivityWrite, edit } from "../writes.ts";
import { everyGuestOf } from "./guests-at.ts";
import { meetingOf } from "./rules.ts";

/**
 * A guest's wish to be reminded of a meeting, or not to be, as a write for a commit; undefined when it is what it was. It is about all times of a series. Throws
 * NOT_FOUND for somebody who is not invited.
 */
export function reminding(
  orgId: OrgId,
  current: StoredActivity,
  { guestId, isWanted }: { readonly guestId: string; readonly isWanted: boolean },
  at: string,
): ActivityWrite | undefined {
  const meeting = meetingOf(current);
  const invited = everyGuestOf(meeting).map(({ id }) => id);
  if (!invited.includes(guestId)) throw new KartisError("NOT_FOUND", { messageKey: "errors.meetingNotFound" });
  const { withoutReminders } = meeting;
  // There is nothing to be reminded of.
  if (current.trashedAt !== null || withoutReminders.includes(guestId) !== isWanted) return undefined;
  // Those who are invited no more fall out, so the list does not outgrow the meeting.
  const others = withoutReminders.filter((id) => id !== guestId && invited.includes(id));
  return edit(orgId, current, { withoutReminders: isWanted ? others : [...others, guestId] }, undefined, at);
}
