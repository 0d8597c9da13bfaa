import { type Due, parseTask, type QuickAdd } from "./parse-task.ts";

/** A text that is nothing but a due date, in the words of the line for new tasks: “next Sunday”, “יום שלישי ב-16”. Undefined if any other word is in it. */
export function readDuePhrase(
  text: string,
  present: Pick<QuickAdd, "language" | "today" | "now" | "region" | "weekStart">,
): Due | undefined {
  const { title, tokens, due } = parseTask(text, { ...present, members: [] });
  return due && title === "" && tokens.every(({ kind }) => kind === "due") ? due : undefined;
}
