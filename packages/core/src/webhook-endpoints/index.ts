/*
 * Webhooks out (decision 042): what happens in an organization, told to addresses of its own, signed by Standard Webhooks. Owns: endpoints, deliveries and what
 * waits to be sent.
 * Invariant: every chosen event reaches an active endpoint at least once, or is in its log as given up; about one subject, in the order in which it happened.
 * Records: webhookEndpoint.create, update, delete, rotate, replay, test, and disable, which Kartis does itself. Deliveries follow from the journal.
 */
export { forgetBodies } from "./forget.ts";
