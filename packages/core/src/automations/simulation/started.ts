import type { Change } from "../../data/journal.ts";
import { type ActivityId, isId } from "../../kernel/id.ts";
import type { TriggerEvent } from "../triggers/event.ts";

/** What started a run; its activity is read as it is by then. */
export interface Started extends Omit<TriggerEvent, "activity"> {
  readonly activityId: ActivityId | null;
}

/** What a run is started by that no change has caused. */
export const noEvent = { userId: null, before: null, after: null, activityId: null } as const;

export const eventOf = ({ subject: { id }, before, after }: Change): Omit<Started, "at"> => ({
  userId: null,
  before,
  after,
  activityId: isId("act", id) ? id : null,
});
