import * as z from "zod";
import type { SessionId } from "../kernel/id.ts";

const base64url = (length: number) =>
  z
    .string()
    .length(length, "validation.length")
    .regex(/^[\w-]+$/, "validation.type");

/** A browser's `PushSubscription.toJSON()`: the endpoint, and the keys that only the browser can decrypt with (RFC 8291 section 3). */
export const SubscriptionSchema = z.object({
  endpoint: z.string().max(1_000, "validation.length"),
  keys: z.object({
    /** An uncompressed point of P-256: 65 bytes. */
    p256dh: base64url(87),
    /** 16 bytes. */
    auth: base64url(22),
  }),
});
export type Subscription = z.output<typeof SubscriptionSchema>;

export const BrowserRef = z.object({
  id: z.custom<SessionId>((value) => typeof value === "string" && /^ses_[\w-]{43}$/.test(value), "validation.type"),
});

/** A browser that is notified. */
export interface PushBrowser {
  readonly id: SessionId;
  readonly userAgent: string;
  readonly since: string;
  readonly isCurrent: boolean;
}

/** Content of a notification, as the service worker reads it. */
export interface PushMessage {
  /** Id by which it is shown only once, however often it is delivered. */
  readonly id: string;
  /** Tag by which a later notification replaces it. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  /** Shown even if a page is in view. */
  readonly mustShow: boolean;
}
