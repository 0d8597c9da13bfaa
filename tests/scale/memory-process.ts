// What a cold API process does for its first list, and what it holds then. Arguments: organization, list.
import { readFileSync } from "node:fs";
import { isId } from "@kartis/core/kernel/id.ts";
import { listCards, searchCards } from "@kartis/core/cards/replica/index.ts";
import { SearchInput } from "@kartis/core/cards/query/schema.ts";
import { openReplica } from "@kartis/core/replicas.ts";
import { time } from "../bench/timing.ts";

const [orgId = "", list = ""] = process.argv.slice(2);
if (!isId("org", orgId)) throw new Error("No organization");
const query = SearchInput.parse(JSON.parse(list));
const scope = { kind: "organization" } as const;

const began = performance.now();
await openReplica(orgId);
const loadMs = performance.now() - began;
const first = await time(1, () => listCards(orgId, scope, query), 0);
const { p50Ms: listMs } = await time(60, () => listCards(orgId, scope, query), 10);
const words = ["galil cold", "office123@", "0502340", "kovács"];
const search = (at: number) => searchCards(orgId, scope, { query: words[at & 3] ?? "", cursor: 0, limit: 20 });
const { p50Ms: searchMs } = await time(40, search, 4);

/** Megabytes by /proc: what is the process's own, without pages of files that the system may take back; and the most that it ever held. */
const status = readFileSync("/proc/self/status", "utf8");
const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
process.send?.({
  loadMs,
  firstListMs: first.p50Ms,
  listMs,
  searchMs,
  ownMb: mb("RssAnon"),
  peakMb: mb("VmHWM"),
});
process.disconnect();
process.exit(0);
