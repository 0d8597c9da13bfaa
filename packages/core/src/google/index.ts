/*
 * This deployment's client at Google, with which people sign in and connect their Gmail. Owns nothing.
 * Invariant: Google's endpoints and keys are those that it publishes itself.
 */
export { googleSettings, hasGoogle } from "./settings.ts";

/** Calls to Google's OAuth server: code that few requests need. */
export const googleServer = () => import("./server.ts");
