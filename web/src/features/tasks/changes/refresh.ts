import { trpc } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";

/** Asks again for whatever of tasks is on the screen. */
export async function refreshTasks(): Promise<void> {
  await queryClient.invalidateQueries(trpc.tasks.pathFilter());
}
