/* Which conversations are on cards, and how they are deleted, without the API's procedures. */
export { endChats, forgetLast } from "../ending.ts";
export { chatsOfCards, namesOfChats } from "../inbox.ts";
