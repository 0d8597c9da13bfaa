import * as z from "zod";
import { env } from "../kernel/env.ts";
import { KartisError } from "../kernel/error.ts";

const Session = z.object({ id: z.string(), url: z.string(), state: z.enum(["open", "paid", "declined", "expired"]) });
export type ProviderSession = z.infer<typeof Session>;

const timeoutMs = 10_000;

async function ask(path: string, init?: RequestInit): Promise<ProviderSession> {
  try {
    const response = await fetch(`${env("CHECKOUT_URL")}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`The payment provider answers ${response.status}`);
    return Session.parse(await response.json());
  } catch (cause) {
    throw new KartisError("BAD_GATEWAY", { messageKey: "errors.subscribeFailed", cause });
  }
}

/**
 * The billing port (decision 009): a provider that takes the card on its own page, so that no card number ever reaches Kartis. `reference` is ours, and asking
 * twice with it gives the same session.
 */
export const openSession = (session: {
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly description: string;
  readonly returnUrl: string;
}): Promise<ProviderSession> =>
  ask("/sessions", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": session.reference },
    body: JSON.stringify(session),
  });

/** The session's current state, from the provider itself: what a browser brings back is not trusted. */
export const findSession = (id: string): Promise<ProviderSession> => ask(`/sessions/${encodeURIComponent(id)}`);
