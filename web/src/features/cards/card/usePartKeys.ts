import type { RefObject } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useCommands } from "../../../lib/keys/commands.ts";

/** What the focus can be given to. */
const focusable = "a[href], button:not(:disabled), input:not(:disabled), [contenteditable], [tabindex]:not([tabindex='-1'])";

/** F6 leads from one part of the page to the next, and Shift+F6 back: each is an element with `data-part`. */
export function usePartKeys(page: RefObject<HTMLElement | null>): void {
  const t = useT();
  function step(by: 1 | -1): void {
    const parts = [...(page.current?.querySelectorAll<HTMLElement>("[data-part]") ?? [])];
    const reachable = parts.flatMap((part) => part.querySelector<HTMLElement>(focusable) ?? []);
    const at = parts.filter((part) => part.querySelector(focusable)).findIndex((part) => part.contains(document.activeElement));
    const from = at === -1 && by < 0 ? 0 : at;
    reachable[(from + by + reachable.length) % reachable.length]?.focus();
  }
  const command = { group: "card", onlyKey: true } as const;
  useCommands([
    { ...command, id: "card.nextPart", label: t("card.nextPart"), shortcut: "F6", run: () => step(1) },
    { ...command, id: "card.previousPart", label: t("card.previousPart"), shortcut: "Shift+F6", run: () => step(-1) },
  ]);
}
