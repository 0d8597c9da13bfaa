import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { RecordId } from "@kartis/core/kernel/id.ts";
import { firstIdAt } from "@kartis/core/data/replica/feed.ts";
import { functions } from "@kartis/functions/functions.ts";
import { moveBack, resumeStream } from "./redrive/dead-letters.ts";
import { firstRecord, republish } from "./redrive/journal.ts";

/*
 * Has done again what failed for good, once the cause is gone, with the AWS credentials of whoever runs it (stacks/README.md, "When an alarm rings"):
 *   --queue <name>   empties `<name>-dead-letters` back into its queue; of the stream's reader, publishes again from the first record it has not done
 *   --from <id|instant> [--organization <id>]   publishes again the records from there on
 * With `--local <data folder>` it works on the Kartis that `npm start` runs.
 */
const { values } = parseArgs({
  options: { queue: { type: "string" }, from: { type: "string" }, organization: { type: "string" }, local: { type: "string" } },
});
const { queue, from, organization, local } = values;
if ((queue === undefined) === (from === undefined) || (organization !== undefined && !isId("org", organization))) {
  console.error(
    "Usage: npm run redrive -- --queue <name> | --from <record id or instant> [--organization <id>] [--local <data folder>]",
  );
  process.exit(1);
}
if (local !== undefined) Object.assign(process.env, JSON.parse(readFileSync(`${local}/environment.json`, "utf8")));

/** Loaded when it is needed: emptying a queue needs no table. */
async function publishFrom(first: RecordId): Promise<void> {
  const { allOrganizations } = await import("@kartis/core/organizations/listing.ts");
  const orgIds = isId("org", organization) ? [organization] : (await allOrganizations()).map(({ orgId }) => orgId);
  console.log(`${await republish(orgIds, first, pause)} records of ${orgIds.length} organizations are published again.`);
}

const readers = functions.flatMap(({ name, trigger }): string[] => (trigger.kind === "stream" ? [name] : []));
if (from !== undefined) await publishFrom(firstRecord(from, Date.now()));
else if (queue !== undefined && readers.some((name) => queue.endsWith(name))) {
  // Ids are older than what they name is in the stream.
  const slackMs = 60_000;
  const places = await resumeStream(queue, (instantMs) => publishFrom(firstIdAt(instantMs - slackMs)));
  console.log(`${places} places of the stream are done.`);
} else if (queue !== undefined) console.log(`${await moveBack(queue, pause)} messages are back in ${queue}.`);
