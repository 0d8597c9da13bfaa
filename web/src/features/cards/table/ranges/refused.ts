import { nextDone } from "../../../undo/undo.ts";
import { editsSaved } from "../../update-card.ts";
import { discardRejected } from "./rejected.ts";

const latest = () => JSON.stringify(nextDone("undo") ?? null);

/** The latest undoable change after the last paste with rejected cells. */
let after: string | undefined;
let pastes = 0;

export function noteRefused(): void {
  const own = ++pastes;
  after = latest();
  // An edit from before the paste may still be on its way: it can be undone from when it is saved, and is no newer for that.
  void editsSaved().then(() => {
    if (own === pastes && after !== undefined) after = latest();
  });
}

/** Undo key: discards rejected cells if nothing has changed since they were pasted. @returns whether there were any */
export function undoRefused(): boolean {
  const isLast = after === latest();
  after = undefined;
  return isLast && discardRejected();
}
