import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";
import type { CardTypeId, UserId } from "../kernel/id.ts";

/** Ids of Meta's are digits. */
const metaId = z
  .string()
  .trim()
  .regex(/^\d{5,20}$/, "validation.metaId");
const credential = (longest: number) => z.string().trim().max(longest);

export const ConnectWhatsAppInput = z.object({
  phoneNumberId: metaId,
  /** Of the WhatsApp Business account that the number belongs to. */
  businessId: metaId,
  /** Of a system user. Without it, the stored one stays. */
  token: credential(1_000)
    // It goes into a header, which holds nothing else.
    .regex(/^[\x20-\x7e]*$/, "validation.whatsappToken")
    .optional(),
  /** The app's secret, by which its calls are recognized. Without it, the stored one stays. */
  appSecret: credential(200).optional(),
  /** The type of the cards that are made for unknown senders. */
  cardTypeId: idSchema("typ"),
});

/** What keeps an organization from sending: no number, or one whose credentials Meta no longer accepts. */
export type WhatsAppObstacle = "missing" | "expired";

/** Why Meta refuses what the number asks of it, until it is connected anew. */
export const numberProblems = ["account", "permission", "payment", "restricted"] as const;
export type NumberProblem = (typeof numberProblems)[number];

/** The organization's number, without its credentials. */
export interface WhatsAppNumber {
  readonly version: number;
  readonly phoneNumberId: string;
  readonly businessId: string;
  /** As Meta writes it, such as `+972 54-123-4567`. */
  readonly phone: string;
  /** The name that recipients see. */
  readonly name: string;
  readonly cardTypeId: CardTypeId;
  readonly connectedBy: UserId;
  readonly problem: NumberProblem | null;
  readonly problemAt: string | null;
  readonly createdAt: string;
}

export interface WhatsAppSettings {
  readonly number: WhatsAppNumber | null;
  /** What Meta's app is told: for who may connect a number. */
  readonly hook: { readonly url: string; readonly verifyToken: string } | null;
}

export const templateStates = ["APPROVED", "PENDING", "REJECTED", "PAUSED", "DISABLED"] as const;

/** A template that Meta knows of the organization's, in one language. */
export interface WhatsAppTemplate {
  readonly name: string;
  /** Meta's code, such as `en_US` or `he`. */
  readonly language: string;
  readonly state: (typeof templateStates)[number];
  readonly body: string;
  /** Of the body, in order. */
  readonly variables: readonly string[];
  /** It has parts besides its body that need values, which Kartis does not fill. */
  readonly isPlain: boolean;
}
