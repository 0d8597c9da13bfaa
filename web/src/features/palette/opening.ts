import { useSyncExternalStore } from "react";

export type Opening = "palette" | "shortcuts" | undefined;

let open: Opening;
const subscribers = new Set<() => void>();

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** The palette and the help are the shell's; buttons and keys anywhere open them. */
export function setOpening(next: Opening): void {
  open = next;
  for (const subscriber of subscribers) subscriber();
}

export const useOpening = (): Opening => useSyncExternalStore(subscribe, () => open);
