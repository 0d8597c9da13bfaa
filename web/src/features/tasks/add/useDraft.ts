import { ruleOf } from "@kartis/core/activities/tasks/quick-add/repeat.ts";
import type { Token } from "@kartis/core/activities/tasks/quick-add/parse-task.ts";
import type { ReminderMinutes } from "@kartis/core/activities/reminders/rules.ts";
import type { Named } from "@kartis/core/activities/tasks/quick-add/marks.ts";
import type { Range } from "@kartis/core/activities/tasks/quick-add/title.ts";
import { inOtherZone } from "@kartis/core/activities/recurrence/other-zone.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { useEffect, useState } from "react";
import { keepDraft, readDraft } from "../../../lib/device/drafts.ts";
import { useTimeZone } from "../../../lib/organization.ts";
import { weekStartIn } from "../../repeat/weekdays.ts";
import type { NewTask } from "../changes/create.ts";
import { dueOf, isSkippedHere, isWholeDay, wallOfDue } from "../../dates/days.ts";
import { useDueWords } from "../../dates/useDueWords.ts";
import { useNamedCards } from "./useNamedCards.ts";
import { useParsed } from "./useParsed.ts";

interface Draft {
  readonly text: string;
  /** Chosen beside the line; what the line says comes before it. */
  readonly due?: string | undefined;
  /** Parts that are kept as plain text. */
  readonly asWords: readonly string[];
  /** The one that is meant, where several cards have the name. */
  readonly cardId?: CardId | undefined;
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
  const { today, locale } = useDueWords();
  const timeZone = useTimeZone();
  const about = given.cardId ?? "tasks";
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(about, "task") ?? empty);
  useEffect(() => keepDraft(about, "task", draft.text === "" ? undefined : draft), [about, draft]);
  const [caret, setCaret] = useState(-1);
  const [scrolled, setScrolled] = useState(0);
  // What is added on a card's page is about that card.
  const named = useNamedCards(draft.text, given.cardId === undefined);
  const chosen = named.length > 1 ? named.find(({ id }) => id === draft.cardId) : named[0];
  const card = chosen ?? named[0];
  const { title, tokens, due: saidDue } = useParsed(draft.text, draft.asWords, card);

  // A date that is chosen stays, although a repetition would begin on another.
  const isDueSaid = saidDue && (draft.due === undefined || tokens.some(({ kind }) => kind === "due"));
  const due = isDueSaid ? dueOf(saidDue.day, saidDue.time ?? undefined) : (draft.due ?? today);
  const isDueSkipped = isDueSaid ? isSkippedHere(saidDue.day, saidDue.time) : false;
  // A series goes by the organization's clocks.
  const ruleThere = (...of: Parameters<typeof ruleOf>) =>
    inOtherZone(ruleOf(...of), wallOfDue(due).day, isWholeDay(due) ? due : dayOf(Date.parse(due), timeZone));
  const said: Partial<NewTask> = {};
  for (const token of tokens) {
    if (token.kind === "due") continue;
    if (token.kind === "repeat") said.repeat = ruleThere(token.value, wallOfDue(due).day, weekStartIn(locale));
    else if (token.kind === "priority") said.priority = token.value;
    else if (token.kind === "reminder") said.reminder = token.value;
    else if (token.kind === "card") Object.assign(said, chosen ? { cardId: chosen.id } : {});
    else if (isId("usr", token.value)) said.assignedTo = token.value;
  }
  const task: NewTask = { ...given, ...draft.besides, due, ...said, title };

  return {
    text: draft.text,
    tokens,
    task,
    /** The line says a time that the clocks skip on that day. */
    isDueSkipped,
    /** The cards whose name the line says. */
    named: tokens.some(({ kind }) => kind === "card") ? named : [],
    asWords: draft.asWords,
    scrolled,
    caret,
    /** The recognized part right before the caret. */
    tokenBehind: tokens.find(({ to }) => to === caret),
    /** What was turned into words in one line is none of the next. */
    type: ({ value: text, selectionStart }: HTMLInputElement) => {
      setCaret(selectionStart ?? -1);
      setDraft((before) => ({ ...before, text, ...(text === "" ? { asWords: [], cardId: undefined } : {}) }));
    },
    /** Of several cards with the name that the line says. */
    chooseCard: (cardId: CardId) => setDraft((before) => ({ ...before, cardId })),
    /** Names the person in place of the “@” and what follows it, or assigns whom a name does not tell apart. */
    assign: ({ from, to }: Range, person: Named, isNameShared: boolean) =>
      setDraft((before) => {
        const name = isNameShared ? "" : `@${person.name} `;
        const text = `${before.text.slice(0, from)}${name}${before.text.slice(to).trimStart()}`;
        const besides = isNameShared && isId("usr", person.id) ? { ...before.besides, assignedTo: person.id } : before.besides;
        return { ...before, text, ...(besides ? { besides } : {}) };
      }),
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
