import * as z from "zod";
import type { CallStatus } from "../activities/types/call.ts";
import { callStatuses } from "../activities/types/call.ts";
import type { CardNames } from "../cards/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { ActivityId, CardId, Id, RecordId, UserId } from "../kernel/id.ts";
import type { CallDirection, CallState } from "./facts.ts";
import type { CallReason, ConnectionProblem } from "./rules.ts";

export type CallId = Id<"cal">;

/** A value that a provider needs to be connected, as its form asks for it. */
export interface CredentialField {
  /** Also the end of its catalogue keys. */
  readonly name: string;
  /** A secret is never returned once it is stored. Numbers are telephone numbers, separated by commas; a check is `yes` or empty. */
  readonly kind: "secret" | "text" | "number" | "numbers" | "check";
  /** The provider can be asked about it without calling anybody. */
  readonly isTested: boolean;
}

export const ConnectVoipInput = z.object({
  provider: z.string().max(30),
  /** The provider's values by name. A secret that is empty or absent stays as it is stored. */
  values: z.record(z.string().max(30), z.string().trim().max(500)),
});

/** What prevents an organization from calling: no provider, or one that refuses the connection. */
export type VoipObstacle = "missing" | "refused";

/** The organization's connection with its provider, without its secrets. */
export interface VoipConnection {
  readonly version: number;
  readonly provider: string;
  /** Its values that are no secrets. */
  readonly values: Readonly<Record<string, string>>;
  readonly connectedBy: UserId;
  /** Why the provider refuses it, until it is tested or connected again. */
  readonly problem: ConnectionProblem | null;
  readonly problemAt: string | null;
  readonly createdAt: string;
}

/** What an extension is at a provider: a number in its switchboard, or a telephone number with its country code. */
export type ExtensionKind = "internal" | "numbers";

export interface VoipSettings {
  readonly connection: VoipConnection | null;
  /** The providers that can be connected, with what each needs. */
  readonly providers: readonly {
    readonly name: string;
    readonly extensions: ExtensionKind;
    readonly fields: readonly CredentialField[];
  }[];
  /** The URL that the provider reports calls to, for callers who may connect one. */
  readonly hookUrl: string | null;
}

export const SetExtensionInput = z.object({
  userId: idSchema("usr"),
  /** The extension of the member's phone in the switchboard, or the phone's number, which may be written as people do; an empty text takes it away. */
  extension: z
    .string()
    .max(40)
    // Signs alone would otherwise count as the empty text that takes it away.
    .refine((written) => written.trim() === "" || /\d/.test(written), "validation.voipExtension")
    .transform((written) =>
      written
        .trim()
        .replace(/^\+/, "")
        .replaceAll(/[\s().-]/g, ""),
    )
    .pipe(z.string().regex(/^\d{0,15}$/, "validation.voipExtension")),
});

/** Whether the caller can call from Kartis, and from which extension. */
export interface VoipStanding {
  readonly obstacle: VoipObstacle | null;
  readonly extension: string | null;
  readonly mayCall: boolean;
}

export const PlaceCallInput = z.object({
  /** Made by the caller, so that a request repeated after a lost answer calls nobody twice. */
  callId: idSchema("cal").optional(),
  number: z.string().trim().min(1).max(64),
  /** The card that the number was pressed on; by default one that has the number. */
  cardId: idSchema("crd").optional(),
});
export const CallRef = z.object({ callId: idSchema("cal") });
export const HandleCallInput = CallRef.extend({ isHandled: z.boolean() });

/** A telephone call. */
export interface Call {
  readonly id: CallId;
  readonly version: number;
  readonly direction: CallDirection;
  readonly status: CallStatus;
  /** Tells a pending call that rings from one that is going on. */
  readonly state: CallState;
  /** E.164, or as the provider writes it; null if it is hidden. */
  readonly number: string | null;
  readonly extension: string | null;
  /** The member whose extension it is. */
  readonly userId: UserId | null;
  readonly cardId: CardId | null;
  /** Its entry on the card's timeline. */
  readonly activityId: ActivityId | null;
  /** The member who has marked it as handled, so that nobody need call back. */
  readonly handledBy: UserId | null;
  readonly startedAt: string;
  readonly seconds: number | null;
  readonly reason: CallReason | null;
  /** Link to the recording at the provider. */
  readonly recording: string | null;
}

/** A changed call, with the id of the record that can be undone; null if nothing changed. */
export interface ChangedCall extends Call {
  readonly recordId: RecordId | null;
}

export const callFolders = ["all", "callBack"] as const;
export type CallFolder = (typeof callFolders)[number];

export const ListCallsInput = z.object({
  folder: z.enum(callFolders).default("all"),
  direction: z.enum(["IN", "OUT"]).optional(),
  status: z.enum(callStatuses).optional(),
  userId: idSchema("usr").optional(),
  /** Digits of a number, or text from a card's name. */
  query: z.string().trim().max(200).default(""),
  /** How many to skip. */
  cursor: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(100).default(50),
});
export type ListCallsInput = z.output<typeof ListCallsInput>;

/** A page of calls, the latest first. */
export interface CallList {
  readonly calls: readonly Call[];
  /** Names of their cards that the caller sees. */
  readonly related: CardNames;
  readonly total: number;
  readonly counts: Readonly<Record<CallFolder, number>>;
  readonly nextCursor: number | null;
}

export const CountCallsInput = z.object({ days: z.union([z.literal(1), z.literal(7), z.literal(30)]).default(7) });

/** A member's calls in a period. */
export interface MemberCalls {
  /** Null for calls of no known extension. */
  readonly userId: UserId | null;
  readonly answered: number;
  readonly missed: number;
  readonly placed: number;
  readonly failed: number;
  readonly seconds: number;
}
