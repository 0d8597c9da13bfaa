/*
 * Telephone calls by way of a provider. Owns: an organization's connection with its provider, its members' extensions, and calls, whether a card has their number or not. A call with a card is
 * also an activity on its timeline.
 * Invariant: a call is the same however often, and in which order, its reports arrive (decision 047); a call that may have been placed is never placed again.
 * Records: voip.clickToCall, voip.incomingCall, voip.callDetailRecord, voip.update, voip.delete, voipConnection.*.
 */
import { callProcedures } from "./call-procedures.ts";
import { extensionProcedures } from "./extensions/procedures.ts";
import { voipSettingsProcedures } from "./procedures.ts";

export { undoHandling } from "./handling.ts";

export const voipProcedures = [...voipSettingsProcedures, ...extensionProcedures, ...callProcedures] as const;
