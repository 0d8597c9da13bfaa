import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";
import type { EffectId, UserId } from "../kernel/id.ts";

/** Purposes of effects. To add one, add a line here, its texts, and its handler in `on-intended.ts` of `events/outbound`, `push`, `sms` or `whatsapp`. */
export const purposeNames = [
  "reminder",
  "limitWarning",
  "invitation",
  "ticket",
  "meeting",
  "unread",
  "mail",
  "push",
  "sms",
  "senderCode",
  "whatsapp",
  "whatsappMedia",
] as const;
export type PurposeName = (typeof purposeNames)[number];

export const EffectRef = z.object({ effectId: idSchema("eff") });

/** An effect that waits for a person's decision. */
export interface OpenEffect {
  readonly id: EffectId;
  readonly purpose: PurposeName;
  /** `failed`: it certainly did not happen. `unknown`: it may have. */
  readonly state: "failed" | "unknown";
  /** The intended recipient, if they have an account. */
  readonly userId: UserId | null;
  readonly name: string | null;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly createdAt: string;
  readonly changedAt: string;
}
