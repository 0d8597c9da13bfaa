import type { UserId } from "../../kernel/id.ts";
import type { MeetingException } from "./meeting.ts";

/** The members who take part in a time of a series in which others do. */
export function participantsAt(one: MeetingException | undefined, inSeries: readonly UserId[]): readonly UserId[] {
  if (one?.type === "removed") return [];
  return one?.participants ?? inSeries;
}
