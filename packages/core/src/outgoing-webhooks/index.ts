/*
 * Outgoing webhooks (decision 042): an organization's events, sent to its own URLs and signed by Standard Webhooks. Owns: endpoints, deliveries and pending
 * messages.
 * Invariant: every chosen event reaches an active endpoint at least once, or is in its log as failed; about one subject, in the order of its changes.
 * Records: webhookEndpoint.create, update, delete, rotate, replay, test, and disable, which Kartis does itself. Deliveries follow from the journal.
 */
export { forgetBodies } from "./forget.ts";
