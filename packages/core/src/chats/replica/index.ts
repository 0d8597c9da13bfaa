/* Which conversations are on cards, and their end, without what the API does with them. */
export { endChats, forgetLast } from "../ending.ts";
export { chatsOfCards } from "../inbox.ts";
