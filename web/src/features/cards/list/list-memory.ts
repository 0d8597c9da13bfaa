import type { TableMemory } from "../table/useGridFocus.ts";

const memories = new Map<string, TableMemory>();

/** The position in each list, by its address: focus and scroll are restored on the way back from a card. */
export function listMemory(address: string): TableMemory {
  const known = memories.get(address);
  if (known) return known;
  const fresh: TableMemory = { scrollTop: 0, active: { row: 0, column: 1 } };
  memories.set(address, fresh);
  return fresh;
}

let lastAddress: string | undefined;

/** The list that the card page's way back, and its previous and next, belong to. */
export function rememberList(address: string): void {
  lastAddress = address;
}

export const lastList = (): string | undefined => lastAddress;
