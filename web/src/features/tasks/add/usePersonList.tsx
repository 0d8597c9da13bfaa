import { whoFit } from "@kartis/core/cards/replica/search/sounds-like.ts";
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { ChoiceList } from "../../editor/ChoiceList.tsx";
import editorStyles from "../../editor/Editor.module.css";
import { type Member, useAssignable } from "../../people/people.ts";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { type PersonQuery, personQueryIn } from "./person-query.ts";
import type { useDraft } from "./useDraft.ts";

const mostOf = 8;

interface PersonListOptions {
  draft: ReturnType<typeof useDraft>;
  input: RefObject<HTMLInputElement | null>;
  /** Has the text of the line where the line has it. */
  mirror: RefObject<HTMLElement | null>;
}

/** The people whom “@” and what follows it may mean, in a list at the line, until it is clear who is meant. */
export function usePersonList({ draft, input, mirror }: PersonListOptions) {
  const t = useT();
  const members = useAssignable();
  const listId = useId();
  const [active, setActive] = useState<{ readonly text: string; readonly index: number }>();
  const [dismissed, setDismissed] = useState<number>();
  const [at, setAt] = useState<DOMRect>();
  const query = personQueryIn(draft.text, draft.caret);
  const choices = choicesFor(query);
  const isOpen = choices.length > 0;
  const { from, text = "" } = query ?? {};
  const index = active?.text === text ? Math.min(active.index, choices.length - 1) : 0;
  const activate = (next: number) => setActive({ text, index: next });
  useEffect(() => {
    const frame = requestAnimationFrame(() => setAt(from === undefined ? undefined : placeOf(mirror.current, from)));
    return () => cancelAnimationFrame(frame);
  }, [from, draft.scrolled, mirror]);

  function choicesFor(asked: PersonQuery | undefined): readonly Member[] {
    if (!asked || asked.from === dismissed) return [];
    if (draft.asWords.some((words) => words.endsWith(`@${asked.text.trimEnd()}`))) return [];
    // Enter adds the task as soon as the line says who it is for.
    if (draft.tokens.some(({ kind, to }) => kind === "assignee" && to > asked.from && to <= asked.to)) return [];
    return whoFit(members, asked.text).slice(0, mostOf);
  }

  function choose(asked: PersonQuery | undefined, member: Member | undefined) {
    if (!asked || !member) return;
    const isNameShared = members.filter(({ name }) => name === member.name).length > 1;
    draft.assign(asked, { id: member.userId, name: member.name }, isNameShared);
    const caret = asked.from + (isNameShared ? 0 : member.name.length + 2);
    setTimeout(() => {
      input.current?.focus();
      input.current?.setSelectionRange(caret, caret);
    });
  }

  return {
    attributes: isOpen
      ? ({ "aria-autocomplete": "list", "aria-controls": listId, "aria-activedescendant": `${listId}-${index}` } as const)
      : {},
    /** @returns whether the key was for the list */
    onKeyDown(event: KeyboardEvent<HTMLInputElement>): boolean {
      const { value, selectionStart } = event.currentTarget;
      const now = personQueryIn(value, selectionStart ?? -1);
      if (!now) setDismissed(undefined);
      const offered = choicesFor(now);
      if (offered.length === 0 || event.nativeEvent.isComposing || event.metaKey || event.ctrlKey) return false;
      const chosen = now?.text === text ? index : 0;
      if (event.key === "ArrowDown" || event.key === "ArrowUp")
        activate((chosen + (event.key === "ArrowDown" ? 1 : -1) + offered.length) % offered.length);
      else if (event.key === "Enter" || event.key === "Tab") choose(now, offered[chosen]);
      else if (event.key === "Escape") setDismissed(now?.from);
      else return false;
      event.preventDefault();
      return true;
    },
    list: isOpen && at && (
      <ChoiceList
        id={listId}
        label={t("tasks.assign")}
        choices={choices.map(({ userId, name }) => ({
          id: userId,
          row: (
            <>
              <MemberAvatar userId={userId} />
              <span className={editorStyles.choiceName}>
                <bdi>{name}</bdi>
              </span>
            </>
          ),
        }))}
        active={index}
        at={at}
        onChoose={(chosen) => choose(query, choices[chosen])}
        onActive={activate}
      />
    ),
  };
}

/** Where a character of the element's text is, in the window. */
function placeOf(element: HTMLElement | null, offset: number): DOMRect | undefined {
  if (!element) return undefined;
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (offset < before + length) {
      const range = document.createRange();
      range.setStart(node, offset - before);
      range.setEnd(node, offset - before + 1);
      return range.getBoundingClientRect();
    }
    before += length;
  }
  return undefined;
}
