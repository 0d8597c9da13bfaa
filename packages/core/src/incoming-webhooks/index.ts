/*
 * Incoming webhooks (decision 046): addresses at which other systems create and change cards. Owns: webhooks, and the log of calls, also of lead forms.
 * Invariants: a call that was answered with 202 is stored; it becomes at most one card, however often it comes with the same key; it does nothing that whoever changed
 * the webhook last may not do now.
 * Records: incomingWebhook.create, update, rotate, delete; a call's own is webhook.receive, and its card's is the webhook's.
 */
export { readAddress } from "./address.ts";
export { attentionsOf } from "./attention.ts";
export { readBody } from "./body.ts";
export { countCall } from "./count.ts";
export type { Intake } from "./intake.ts";
export { listCalls, payloadOf, retryCall } from "./log.ts";
export { requireOwners } from "./card-owners.ts";
export { ownerOf } from "./owner.ts";
export { keyOfBody, keyOfCall, ReceivedCall } from "./received.ts";
export { maxBodyBytes } from "./rules.ts";
export { isSignedBy, isTimeless, openedSecret } from "./signature.ts";
export { findIncoming, incomingOf } from "./store.ts";
