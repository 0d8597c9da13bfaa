import { nextDone } from "../../../undo/undo.ts";
import { discardRejected } from "./rejected.ts";

const latest = () => JSON.stringify(nextDone("undo") ?? null);

/** What could be undone when the last paste with refused cells was over. */
let after: string | undefined;

export function noteRefused(): void {
  after = latest();
}

/** For the undo key: discards the refused cells where nothing was changed since they were pasted. Answers whether there were any. */
export function undoRefused(): boolean {
  const isLast = after === latest();
  after = undefined;
  return isLast && discardRejected();
}
