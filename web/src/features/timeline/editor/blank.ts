import { isText, type RichText } from "@kartis/core/activities/comments/rules.ts";

/** Whether the document has no visible content. */
export const isBlank = (body: RichText): boolean =>
  body.every(({ content }) => content.every((one) => isText(one) && one.text.trim() === ""));
