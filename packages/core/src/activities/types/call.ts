import { communication } from "./communication.ts";
import type { ActivityDefinition } from "./definition.ts";

/** How a call ended (SPEC section 3), or that it is still to be made. */
export const callStatuses = ["pending", "missed", "answered", "failed"] as const;
export type CallStatus = (typeof callStatuses)[number];

/** Values of a call that its provider reports: nobody else changes them. */
export const reportedValues = ["direction", "happenedAt", "number", "seconds", "status"] as const;

const logged = communication("calls", ({ number }) => number);

/** A telephone call, logged by hand or reported by the provider (`callId`); it is also the call of whoever spoke. */
export const call: ActivityDefinition = {
  ...logged,
  derived: ["callId", "people"],
  shared: [...reportedValues, "reason", "recording"],
  columns: (values) => ({
    ...logged.columns(values),
    people: Array.isArray(values["people"]) ? values["people"].filter((one) => typeof one === "string") : [],
  }),
};
