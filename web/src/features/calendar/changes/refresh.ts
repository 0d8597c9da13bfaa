import { trpc } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";

/** Asks again for whatever of meetings is on the screen, also on the timelines of cards. */
export async function refreshMeetings(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.meetings.pathFilter()),
    queryClient.invalidateQueries(trpc.timeline.pathFilter()),
  ]);
}
