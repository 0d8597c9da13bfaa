import type { OpenForm, Submission, Submitted } from "@kartis/core/lead-forms/schema.ts";

export type Answer<T> =
  | { readonly kind: "ok"; readonly value: T }
  /** Catalogue keys by field. */
  | { readonly kind: "refused"; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: "gone" | "closed" | "tooMany" | "failed" };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const partOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

/** A procedure as tRPC has it over HTTP: two calls do not merit its client. Never throws. */
async function call<T>(name: string, input: unknown): Promise<Answer<T>> {
  try {
    const response = await fetch(`/api/trpc/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-request-id": crypto.randomUUID() },
      body: JSON.stringify(input),
    });
    const answer: unknown = await response.json();
    if (response.ok) return { kind: "ok", value: partOf(partOf(answer, "result"), "data") as T }; // the procedure's own output
    if (response.status === 404) return { kind: "gone" };
    if (response.status === 412) return { kind: "closed" };
    if (response.status === 429) return { kind: "tooMany" };
    const fields = partOf(partOf(partOf(answer, "error"), "data"), "fields");
    if (!isRecord(fields)) return { kind: "failed" };
    return { kind: "refused", fields: Object.fromEntries(Object.entries(fields).map(([id, key]) => [id, String(key)])) };
  } catch {
    return { kind: "failed" };
  }
}

export const openForm = (token: string) => call<OpenForm>("leadForms.open", { token });
export const submitForm = (input: Submission) => call<Submitted>("leadForms.submit", input);
