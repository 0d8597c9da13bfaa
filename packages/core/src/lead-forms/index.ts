/*
 * Lead forms (decision 049): pages and embedded forms by which visitors create and change cards. Owns: forms. What they send goes the way of incoming webhooks' calls.
 * Invariants: a submission that was answered is stored; it becomes at most one card, however often it is sent; it does nothing that whoever changed the form last may
 * not do now.
 * Records: leadForm.create, update, delete; a submission's own is webhook.receive, its card's is the form's, and so is card.consent.
 */
export { undoLeadForm } from "./undo.ts";
