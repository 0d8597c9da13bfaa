/* What is known about Meta's message ids, without the code that calls Meta. */
export { forgetMessages } from "../messages.ts";
