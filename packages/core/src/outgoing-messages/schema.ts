import * as z from "zod";
import type { CardNames } from "../cards/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { CardId, EffectId, UserId } from "../kernel/id.ts";
import type { PurposeName } from "../outbound/schema.ts";

export const EffectRef = z.object({ effectId: idSchema("eff") });

/** The message of a card that an effect sends. */
export interface OutgoingMessage {
  readonly cardId: CardId | null;
  /** The recipient's number, E.164; or their email addresses. */
  readonly phone: string | null;
  readonly emails: readonly string[];
  /** Its subject, or the beginning of its text. */
  readonly text: string;
}

/** An effect that waits for a person's decision. */
export interface OpenEffect {
  readonly id: EffectId;
  readonly purpose: PurposeName;
  /** `failed`: it certainly did not happen. `unknown`: it may have. */
  readonly state: "failed" | "unknown";
  /** Why it failed, as the purpose's own code. */
  readonly reason: string | null;
  /** The intended recipient, if they have an account. */
  readonly userId: UserId | null;
  readonly name: string | null;
  readonly subject: { readonly kind: string; readonly id: string };
  /** Null if it sends no message of a card, or one that the reader does not see. */
  readonly message: OutgoingMessage | null;
  readonly createdAt: string;
  readonly changedAt: string;
}

export interface OpenEffects {
  readonly effects: readonly OpenEffect[];
  /** Names of their cards that the reader sees. */
  readonly related: CardNames;
  readonly isMore: boolean;
}
