/* Which calls are known of people, and how they are deleted, without the API's procedures. */
export { shownCall } from "../calls.ts";
export { endCalls } from "../ending.ts";
export { callsOfCards, callsWithNumbers } from "./lookups.ts";
