/* What Meta's ids of messages stand for, without what calls Meta. */
export { forgetMessages } from "../messages.ts";
