import { trpc } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";

/** Asks again for whatever of meetings is on the screen. */
export async function refreshMeetings(): Promise<void> {
  await queryClient.invalidateQueries(trpc.meetings.pathFilter());
}
