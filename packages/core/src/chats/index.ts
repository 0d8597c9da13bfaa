/*
 * Conversations on WhatsApp, one for each number that somebody writes from. Owns: assignee, closed state and unread count. Messages are activities.
 * Invariant: one number has one conversation, which is on one card; it is seen by everyone who sees that card and may read comments, and by its assignee.
 * Records: chat.create, chat.update (assigned, closed, reopened), chat.move (to another card), chat.message (what follows from its messages), chat.read, chat.delete.
 */
export { eventsOf } from "./history.ts";
export { chatsOfCards, type ChatSight, messageSql, seenChat } from "./inbox.ts";
export { keptOptOut, optedOutSince, takingOptOut } from "./opt-outs.ts";
export { chatProcedures, chatSightOf, requireChat, requireCovered, shownChat } from "./procedures.ts";
export { type ChatMessage, newChat, withMessage } from "./rules.ts";
export { type ChangedChat, MoveChatInput } from "./schema.ts";
export { undoUpdate } from "./undo.ts";
export { chatChange, chatIdOf, chatRemoval, findChat, type StoredChat } from "./store.ts";
