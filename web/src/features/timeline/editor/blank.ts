import { isText, type RichText } from "@kartis/core/activities/comments/rules.ts";

/** Whether nothing visible is written. */
export const isBlank = (body: RichText): boolean =>
  body.every(({ content }) => content.every((one) => isText(one) && one.text.trim() === ""));
