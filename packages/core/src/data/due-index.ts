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

interface Page<Item> {
  readonly data: readonly Item[];
  readonly cursor: string | null;
}

/** An entity's query of one lane, between two times, ready to be sent. */
type LaneQuery<Item> = (
  lane: DueLane,
  from: string,
  until: string,
) => { go(options: { readonly cursor: string | null }): Promise<Page<Item>> };

/**
 * What is due by now in an index, page by page; the query is `between` both times. Each page is asked for once the one before has been worked on. Entities share the
 * keys of lanes, and sort by their names there: without the lower bound, what waits of others would be read as well, of all organizations.
 */
export async function* duePages<Item>(
  clock: Clock,
  query: LaneQuery<Item>,
  lanes: readonly DueLane[] = dueLanes,
): AsyncGenerator<readonly Item[]> {
  for (const lane of lanes) {
    let cursor: string | null = null;
    do {
      // A key goes on after its time, so that this is before those of the bound itself: what is due this very millisecond is in.
      const page: Page<Item> = await query(lane, "", instant({ now: () => clock.now() + 1 })).go({ cursor });
      yield page.data;
      ({ cursor } = page);
    } while (cursor !== null);
  }
}
