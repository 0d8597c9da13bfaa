import { type Clock, instant } from "../kernel/clock.ts";

/*
 * Indexes of what is due, of all organizations: sorted by time, and spread over a few partition keys, each of which takes the 1,000 changes a second that one
 * partition allows. A sweep reads them key by key, and then works for each organization alone.
 */

/** The partition keys of such an index. */
export const dueLanes = ["0", "1", "2", "3"] as const;
export type DueLane = (typeof dueLanes)[number];

/** The key of a thing, from the random end of its id. */
export const dueLaneOf = (id: string): DueLane => dueLanes[id.charCodeAt(id.length - 1) % dueLanes.length] ?? "0";

/** What comes before this is due, also what is due this very millisecond. */
export const dueBefore = (clock: Clock): string => instant({ now: () => clock.now() + 1 });

interface Page<Item> {
  readonly data: readonly Item[];
  readonly cursor: string | null;
}

/** What an index has, page by page. Each page is asked for once the one before has been worked on. */
export async function* duePages<Item>(
  query: (lane: DueLane, cursor: string | null) => Promise<Page<Item>>,
  lanes: readonly DueLane[] = dueLanes,
): AsyncGenerator<readonly Item[]> {
  for (const lane of lanes) {
    let cursor: string | null = null;
    do {
      const page: Page<Item> = await query(lane, cursor);
      yield page.data;
      ({ cursor } = page);
    } while (cursor !== null);
  }
}
