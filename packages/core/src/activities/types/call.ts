import { communication } from "./communication.ts";

/** How a call ended (SPEC section 3), or that it is still to be made. */
export const callStatuses = ["pending", "missed", "answered", "failed"] as const;
export type CallStatus = (typeof callStatuses)[number];

/** A telephone call, logged by hand. */
export const call = communication("calls", ({ number }) => number);
