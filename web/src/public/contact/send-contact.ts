import type { RouterInputs } from "../../lib/types.ts";

export type Outcome =
  | { kind: "sent" | "failed" | "tooMany" }
  /** The server will not take these fields. */
  | { kind: "refused"; fields: readonly string[] };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** `support.contact` as tRPC has it over HTTP: one call does not merit its client on a public page. Never throws. */
export async function sendContact(request: RouterInputs["support"]["contact"]): Promise<Outcome> {
  try {
    const response = await fetch("/api/trpc/support.contact", {
      method: "POST",
      headers: { "content-type": "application/json", "x-request-id": crypto.randomUUID() },
      body: JSON.stringify(request),
    });
    if (response.ok) return { kind: "sent" };
    if (response.status === 429) return { kind: "tooMany" };
    const answer: unknown = await response.json();
    const error = isRecord(answer) ? answer["error"] : undefined;
    const data = isRecord(error) ? error["data"] : undefined;
    const fields = isRecord(data) ? data["fields"] : undefined;
    return isRecord(fields) ? { kind: "refused", fields: Object.keys(fields) } : { kind: "failed" };
  } catch {
    return { kind: "failed" };
  }
}
