import type { Answers } from "@kartis/core/lead-forms/schema.ts";

/** What was typed survives a reload. Browsers may keep nothing for frames of other sites; then the page itself is all there is. */
const nameOf = (token: string) => `kartis form ${token}`;

export function keepDraft(token: string, answers: Answers): void {
  try {
    sessionStorage.setItem(nameOf(token), JSON.stringify(answers));
  } catch {
    // Nothing is kept here.
  }
}

export function readDraft(token: string): Answers {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(token)) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Answers) : {}; // only this page writes it
  } catch {
    return {};
  }
}

export function dropDraft(token: string): void {
  try {
    sessionStorage.removeItem(nameOf(token));
  } catch {
    // Nothing was kept.
  }
}
