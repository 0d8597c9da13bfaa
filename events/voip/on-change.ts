import { consumer } from "@kartis/core/data/consumer.ts";
import { matchCalls } from "@kartis/core/voip/matching.ts";
import { matchingActions } from "@kartis/core/voip/triggers.ts";
import { deps } from "./dependencies.ts";

/** Puts calls on the timeline of a card that has got their number after they were made. */
export const handler = consumer({
  name: "voip-on-change",
  on: matchingActions,
  run: (record, { clock }) => matchCalls(record, { clock, causedBy: record.id, deps }),
});
