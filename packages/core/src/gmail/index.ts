/*
 * Members' own Gmail. Owns: the mailboxes that members have connected, with their tokens, and how far each has been read. The mails themselves are activities.
 * Invariant: a token is stored encrypted and never returned; once Google has refused a mailbox, Kartis makes no calls for it until its owner reconnects it.
 * Records: gmail.connect, gmail.update, gmail.disconnect.
 */
export { headersOf, isMail, messagesLike, sendRaw, type GmailMessage, wholeMessage } from "./api.ts";
export {
  type Connection,
  connectionsOf,
  findConnection,
  mailboxUnchanged,
  noteProblem,
  requireConnection,
} from "./connections.ts";
export { GmailRefusal } from "./refusal.ts";
export { isBlocked } from "./rules.ts";
export type { KeepMessage } from "./sync.ts";
