import { currentViewer } from "../query-client.ts";

/*
 * What has been begun in a form and not sent, by what it is about and which form it is: it is there again after the page was left.
 */
const keyOf = (about: string, form: string): string => `kartis.draft:${currentViewer()}:${about}:${form}`;

export function readDraft<T>(about: string, form: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(keyOf(about, form)) ?? "null") as T | null) ?? undefined; // as `keepDraft` left it
  } catch {
    return undefined;
  }
}

export function keepDraft(about: string, form: string, draft: unknown): void {
  try {
    if (draft === undefined) localStorage.removeItem(keyOf(about, form));
    else localStorage.setItem(keyOf(about, form), JSON.stringify(draft));
  } catch {
    // A full or forbidden storage keeps no draft.
  }
}
