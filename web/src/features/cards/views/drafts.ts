import { currentViewer } from "../../../lib/query-client.ts";
import { readListSearch, type ListSearch } from "../list/list-state.ts";

/** Unsaved changes to a view. */
export interface Draft {
  readonly search: ListSearch;
  /** The version of the view that it was begun over; 0 over a list without one. */
  readonly version: number;
}

const storageKey = (of: string) => `kartis.draft.${currentViewer()}${of}`;

/** The draft of this person in this browser; undefined when there is none. */
export function readDraft(of: string): Draft | undefined {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageKey(of)) ?? "null");
    if (typeof read !== "object" || read === null || !("search" in read) || !("version" in read)) return undefined;
    const { search, version } = read;
    if (typeof search !== "object" || search === null || typeof version !== "number") return undefined;
    return { search: readListSearch({ ...search }), version };
  } catch {
    // Private windows may refuse storage, and anything may stand in it: the address has it all then.
    return undefined;
  }
}

export function writeDraft(of: string, draft: Draft | undefined): void {
  try {
    if (draft) localStorage.setItem(storageKey(of), JSON.stringify(draft));
    else localStorage.removeItem(storageKey(of));
  } catch {
    // See `readDraft`.
  }
}
