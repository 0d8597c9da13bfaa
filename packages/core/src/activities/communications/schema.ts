import * as z from "zod";
import { datetime } from "../../cards/fields/types/datetime.ts";
import { url } from "../../cards/fields/types/url.ts";
import type { CallReason } from "../../voip/rules.ts";
import type { ActivityId, CardId, Id, RecordId, UserId } from "../../kernel/id.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import { type CallStatus, callStatuses } from "../types/call.ts";

export { type CallStatus, callStatuses };

/** The channels on which something is logged by hand (SPEC section 3). */
export const communicationTypes = ["CALL", "FACEBOOK", "INSTAGRAM", "LINKEDIN", "TWITTER"] as const;
export type CommunicationType = (typeof communicationTypes)[number];

/** Incoming from the customer, or outgoing to them. */
export const directions = ["IN", "OUT"] as const;
export type Direction = (typeof directions)[number];

const settings = { options: [], currency: "USD", region: "" } as const;

/** Some time ago or now, whichever clock one has. */
const HappenedAt = z.string("validation.datetime").transform((text, context) => {
  const instant = datetime.accept(text, settings);
  if (instant.ok) return instant.value;
  context.addIssue({ code: "custom", message: "validation.datetime" });
  return z.NEVER;
});
const LinkSchema = z.string("validation.url").transform((text, context) => {
  if (text.trim() === "") return null;
  const address = url.accept(text, settings);
  if (address.ok) return address.value;
  context.addIssue({ code: "custom", message: "validation.url" });
  return z.NEVER;
});
const nothingIfEmpty = (text: string | null): string | null => (text === "" ? null : text);

const written = {
  direction: z.enum(directions),
  /** When it happened: an instant, at most a day ahead. */
  happenedAt: HappenedAt,
  note: z.string().trim().max(20_000).nullable().transform(nothingIfEmpty),
  /** Calls only: the other party's number. */
  number: z.string().trim().max(64).nullable().transform(nothingIfEmpty),
  /** Calls only, if answered: the duration. */
  seconds: z.number().int().min(0).max(86_400).nullable(),
  /** Calls only. */
  status: z.enum(callStatuses),
  /** Social channels only: link to the conversation. */
  link: LinkSchema.nullable(),
  /** Pinned to the top of the card's timeline. */
  pinned: z.boolean(),
};

export const CreateCommunicationInput = z.object({
  ...z.object(written).omit({ pinned: true }).partial().shape,
  type: z.enum(communicationTypes),
  cardId: idSchema("crd"),
  direction: written.direction.default("OUT"),
  /** Made by the caller, so that a call repeated after a lost answer logs nothing twice. */
  communicationId: idSchema("act").optional(),
});

export const UpdateCommunicationInput = z.object({
  ...z.object(written).partial().shape,
  communicationId: idSchema("act"),
  /** The version the caller has seen. A value that someone else has changed since is a CONFLICT; other values merge. */
  expectedVersion: z.number().int().min(1).optional(),
});
export type CommunicationPatch = Omit<z.output<typeof UpdateCommunicationInput>, "communicationId" | "expectedVersion">;

export const CommunicationRef = z.object({ communicationId: idSchema("act") });

export interface Communication {
  readonly id: ActivityId;
  readonly type: CommunicationType;
  readonly version: number;
  readonly cardId: CardId;
  readonly direction: Direction;
  readonly happenedAt: string;
  readonly note: string | null;
  readonly pinned: boolean;
  /** Calls only, like their duration and status; null otherwise. */
  readonly number: string | null;
  readonly seconds: number | null;
  readonly status: CallStatus | null;
  /** Null for a call. */
  readonly link: string | null;
  /** Of a call that a telephony provider has reported; null otherwise. */
  readonly callId: Id<"cal"> | null;
  /** Link to its recording at the provider. */
  readonly recording: string | null;
  /** Why it was not answered, as far as the provider tells. */
  readonly reason: CallReason | null;
  /** Null for what no person made. */
  readonly createdBy: UserId | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt: string | null;
}

/** A changed one, with the record that undoes it; null when nothing changed. */
export interface ChangedCommunication extends Communication {
  readonly recordId: RecordId | null;
}
