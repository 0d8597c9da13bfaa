import { type FocusEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useT } from "../../lib/i18n.tsx";
import { useCommands } from "../../lib/keys/commands.ts";

/**
 * F8 leads to the reminder that is shown, from wherever one is, and back. Whoever answers it goes on where they were; where another one comes to its place, that
 * one has the focus as a whole and is read: the same key pressed again does not answer it.
 *
 * @param region around the reminder; its first child can be focused
 * @param shown the reminder, undefined without one
 */
export function useOwnKeys(region: RefObject<HTMLElement | null>, shown: string | undefined) {
  const t = useT();
  const from = useRef<HTMLElement>(undefined);
  const isAnswering = useRef(false);
  const isInside = () => region.current?.contains(document.activeElement) === true;
  const focusReminder = () => (region.current?.firstElementChild as HTMLElement | null)?.focus();
  const goBack = () => {
    if (from.current?.isConnected) from.current.focus({ preventScroll: true });
  };
  useCommands([
    shown !== undefined && {
      id: "reminders.goTo",
      label: t("reminders.goTo"),
      group: "go",
      shortcut: "F8",
      onlyKey: true,
      isOnEveryPage: true,
      run: () => (isInside() ? goBack() : focusReminder()),
    },
  ]);

  const before = useRef(shown);
  const onChange = useEffectEvent(() => {
    const isAway = before.current !== undefined && before.current !== shown && (isAnswering.current || isInside());
    before.current = shown;
    isAnswering.current = false;
    if (isAway) (shown === undefined ? goBack : focusReminder)();
  });
  useLayoutEffect(() => onChange(), [shown]);

  return {
    /** Before an answer, which takes what has the focus away. */
    onAnswer: () => {
      isAnswering.current = isInside();
    },
    onFocus: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && region.current?.contains(relatedTarget)) return;
      from.current = relatedTarget instanceof HTMLElement ? relatedTarget : undefined;
    },
  };
}
