import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";
import type { CardTypeId, UserId } from "../kernel/id.ts";

/** Meta's ids are digits. */
const metaId = z
  .string()
  .trim()
  .regex(/^\d{5,20}$/, "validation.metaId");
const credential = (longest: number) => z.string().trim().max(longest);

export const ConnectWhatsAppInput = z.object({
  phoneNumberId: metaId,
  /** Id of the WhatsApp Business account that the number belongs to. */
  businessId: metaId,
  /** A system user's token. Without it, the stored one stays. */
  token: credential(1_000)
    // It is sent in a header, which allows only these characters.
    .regex(/^[\x20-\x7e]*$/, "validation.whatsappToken")
    .optional(),
  /** The app's secret, which signs Meta's calls. Without it, the stored one stays. */
  appSecret: credential(200).optional(),
  /** The card type for unknown senders. */
  cardTypeId: idSchema("typ"),
});

/** What prevents an organization from sending: no number, or one whose credentials Meta no longer accepts. */
export type WhatsAppObstacle = "missing" | "expired";

/** Why Meta refuses the number, until it is reconnected. */
export const numberProblems = ["account", "permission", "payment", "restricted"] as const;
export type NumberProblem = (typeof numberProblems)[number];

/** The organization's number, without its credentials. */
export interface WhatsAppNumber {
  readonly version: number;
  readonly phoneNumberId: string;
  readonly businessId: string;
  /** As Meta formats it, such as `+972 54-123-4567`. */
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
  /** The values to enter in Meta's app, for callers who may connect a number. */
  readonly hook: {
    readonly url: string;
    readonly verifyToken: string;
    /** When Meta last verified the URL; null if it never did. */
    readonly verifiedAt: string | null;
  } | null;
}

export const templateStates = ["APPROVED", "PENDING", "REJECTED", "PAUSED", "DISABLED"] as const;

/** One of the organization's templates at Meta, in one language. */
export interface WhatsAppTemplate {
  readonly name: string;
  /** Meta's code, such as `en_US` or `he`. */
  readonly language: string;
  readonly state: (typeof templateStates)[number];
  readonly body: string;
  /** The variables of the body, in order. */
  readonly variables: readonly string[];
  /** False if parts besides the body need values, which Kartis cannot fill in. */
  readonly isPlain: boolean;
}
