import type { Occurrence } from "@kartis/core/activities/meetings/schema.ts";

/** Whether the person may change the meeting here; the times of a series are not changed one by one yet. */
export const mayChange = ({ canUpdate, isRepeating }: Occurrence): boolean => canUpdate && !isRepeating;
