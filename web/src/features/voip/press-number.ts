import type { CardId } from "@kartis/core/kernel/id.ts";

/** Calls a number of a card as if its link was pressed: from the person's extension, or else by whatever their device calls with. */
export function pressNumber(number: string, cardId: CardId): void {
  const link = document.createElement("a");
  link.href = `tel:${number}`;
  link.dataset["card"] = cardId;
  document.body.append(link);
  link.click();
  link.remove();
}
