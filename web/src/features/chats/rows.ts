import type { ChatId } from "@kartis/core/kernel/id.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";

const rowOf = (chatId: ChatId): HTMLElement | null => document.querySelector<HTMLElement>(`[data-chat="${chatId}"]`);

/** Moves the focus to a conversation in the list; where the list has no room, it leaves what has the focus. */
export function focusRow(chatId: ChatId): void {
  const row = rowOf(chatId);
  if (row && row.offsetParent !== null) row.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** The conversation after this one in the list, or the one before the last; undefined where it is the only one. */
export function neighbourOf(chatId: ChatId): ChatId | undefined {
  const ids = [...document.querySelectorAll<HTMLElement>("[data-chat]")].map(({ dataset }) => dataset["chat"]);
  const at = ids.indexOf(chatId);
  const next = at === -1 ? undefined : (ids[at + 1] ?? ids[at - 1]);
  return isId("cht", next) ? next : undefined;
}
