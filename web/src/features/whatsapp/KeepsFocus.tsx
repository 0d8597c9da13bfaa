import { type RefObject, useLayoutEffect } from "react";

/** In a part of a form that something else takes the place of: who has the focus in it then has it in what comes. */
export function KeepsFocus({ within }: { within: RefObject<HTMLElement | null> }) {
  useLayoutEffect(
    () => () => {
      const { current } = within;
      if (!current?.contains(document.activeElement)) return;
      setTimeout(() => current.querySelector<HTMLElement>("textarea, input, button")?.focus());
    },
    [within],
  );
  return null;
}
