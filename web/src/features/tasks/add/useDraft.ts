import type { Token } from "@kartis/core/activities/tasks/quick-add/parse-task.ts";
import type { ReminderMinutes } from "@kartis/core/activities/reminders/rules.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useEffect, useState } from "react";
import { keepDraft, readDraft } from "../../../lib/drafts.ts";
import type { NewTask } from "../changes/create.ts";
import { dueOf } from "../days.ts";
import { useDueWords } from "../useDueWords.ts";
import { useNamedCard } from "./useNamedCard.ts";
import { useParsed } from "./useParsed.ts";

interface Draft {
  readonly text: string;
  /** Chosen beside the line; what the line says comes before it. */
  readonly due?: string | undefined;
  /** Parts that are kept as plain text. */
  readonly asWords: readonly string[];
  /** Other values of a task that is edited again. */
  readonly besides?: Partial<NewTask>;
}

const empty: Draft = { text: "", asWords: [] };

const withoutTokens = (text: string, tokens: readonly Token[], kind: Token["kind"]): string =>
  tokens
    .filter((token) => token.kind === kind)
    .toReversed()
    .reduce((rest, { from, to }) => `${rest.slice(0, from).trimEnd()}${rest.slice(to)}`, text);

/** The line as it is typed, also before the page was left, and the task that it says. */
export function useDraft(given: Partial<NewTask>) {
  const { today } = useDueWords();
  const about = given.cardId ?? "tasks";
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(about, "task") ?? empty);
  useEffect(() => keepDraft(about, "task", draft.text === "" ? undefined : draft), [about, draft]);
  const [caret, setCaret] = useState(-1);
  const [scrolled, setScrolled] = useState(0);
  // What is added on a card's page is about that card.
  const card = useNamedCard(draft.text, given.cardId === undefined);
  const { title, tokens } = useParsed(draft.text, draft.asWords, card);

  const said: Partial<NewTask> = {};
  for (const token of tokens) {
    if (token.kind === "due") said.due = dueOf(token.value.day, token.value.time ?? undefined);
    else if (token.kind === "priority") said.priority = token.value;
    else if (token.kind === "reminder") said.reminder = token.value;
    else if (token.kind === "card") said.cardId = card?.id;
    else if (isId("usr", token.value)) said.assignedTo = token.value;
  }
  const task: NewTask = { ...given, ...draft.besides, due: draft.due ?? today, ...said, title };

  return {
    text: draft.text,
    tokens,
    task,
    /** The card that the line names. */
    card: said.cardId ? card : undefined,
    scrolled,
    /** The recognized part right before the caret. */
    tokenBehind: tokens.find(({ to }) => to === caret),
    type: (text: string) => setDraft((before) => ({ ...before, text })),
    moveCaret: ({ selectionStart, selectionEnd }: HTMLInputElement) =>
      setCaret(selectionStart === selectionEnd ? (selectionStart ?? -1) : -1),
    scroll: setScrolled,
    turnIntoWords: ({ text }: Token) => setDraft((before) => ({ ...before, asWords: [...before.asWords, text] })),
    /** A date that is chosen takes the place of the one that the line says. */
    setDue: (due: string) => setDraft((before) => ({ ...before, due, text: withoutTokens(before.text, tokens, "due") })),
    /** One that is chosen takes the place of the one that the line says, as well. */
    setReminder: (reminder: ReminderMinutes | null) =>
      setDraft((before) => ({
        ...before,
        text: withoutTokens(before.text, tokens, "reminder"),
        besides: { ...before.besides, reminder },
      })),
    clear: () => setDraft(empty),
    resume: ({ title: text, due, ...besides }: NewTask) => setDraft({ text, due, asWords: [], besides }),
  };
}
