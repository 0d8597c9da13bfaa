import { communication } from "./communication.ts";

/** A conversation on a social network, logged by hand with a link to it. */
export const social = communication("social", ({ link }) => link);
