import type { CardLookup } from "../cards/index.ts";
import type { FieldContext } from "../cards/rules.ts";
import type { CardType, FieldValues } from "../cards/schema.ts";
import { convertRow } from "../imports/index.ts";
import type { Actor, Membership } from "../kernel/actor.ts";
import type { CardId, CardTypeId, OrgId, UserId } from "../kernel/id.ts";
import type { CallContext } from "../kernel/procedure.ts";
import type { Member, Organization } from "../organizations/index.ts";
import { ReceivedCall } from "./received.ts";
import type { incomingModes } from "./rules.ts";
import type { CallProblem, IncomingWebhookId, IntakeId } from "./schema.ts";
import { findIncoming } from "./store.ts";

/** What a call's values are read with. */
export interface Reading {
  readonly type: CardType;
  readonly organization: Organization;
  readonly members: readonly Member[];
  readonly fieldContext: FieldContext;
  readonly lookup: CardLookup;
  /** Of a card that is created. */
  readonly ownerId: UserId;
}

/** One call with where it came in, an incoming webhook or a lead form: what taking it in needs to know of them. */
export interface Intake {
  readonly orgId: OrgId;
  readonly id: IntakeId;
  readonly name: string;
  readonly version: number;
  readonly callId: string;
  readonly at: string;
  readonly typeId: CardTypeId;
  readonly mode: (typeof incomingModes)[number];
  readonly matchFieldId?: string | undefined;
  /** Key of the words that tell whoever designs it that the field to match by is gone. */
  readonly noMatchField: string;
  /** Owners of the cards that are created, in turn. */
  readonly ownerIds?: readonly UserId[] | undefined;
  /** With whose permissions its card is written. */
  readonly userId: UserId;
  /** Held back until a person has looked at it. */
  readonly isSuspected?: boolean;
  /** Nothing is mapped yet. */
  readonly isUnmapped?: boolean;
  actorOf(membership: Membership): Actor;
  read(reading: Reading): { readonly values: FieldValues } | { readonly problems: readonly CallProblem[] };
  /** What else there is to record of the card; called again for a call whose process died. */
  settle?(cardId: CardId, context: CallContext): Promise<void>;
}

/** A call of an incoming webhook; undefined if that is gone. */
export async function intakeOfWebhook(orgId: OrgId, webhookId: IncomingWebhookId, payload: unknown): Promise<Intake | undefined> {
  const webhook = await findIncoming(orgId, webhookId);
  if (!webhook) return undefined;
  const { callId, at, values } = ReceivedCall.parse(payload);
  const { typeId, mode, matchFieldId, ownerIds, userId } = webhook;
  return {
    orgId,
    id: webhookId,
    name: webhook.name,
    version: webhook.version,
    callId,
    at,
    typeId,
    mode,
    matchFieldId,
    noMatchField: "incomingWebhooks.problem.matchField",
    ownerIds,
    userId,
    isUnmapped: webhook.mapping.length === 0,
    actorOf: (membership) => ({ kind: "webhook", webhookId, userId, membership }),
    read({ type, organization, members, fieldContext, lookup, ownerId }) {
      // A call is read as a row of an import is: its values are the cells.
      const mapping = webhook.mapping.map(({ fieldId, dayOrder }, column) => ({
        column,
        fieldId,
        ...(dayOrder ? { dayOrder } : {}),
      }));
      const valueAt = new Map(values);
      const cells = webhook.mapping.map(({ path }) => valueAt.get(path) ?? "");
      const reading = { type, members, importerId: ownerId, fieldContext, lookup, timeZone: organization.timeZone };
      const row = convertRow({ line: 1, cells, error: null }, { ...reading, job: { mapping, mode, clearEmpty: false } });
      return "rejects" in row
        ? { problems: row.rejects.map(({ fieldId, message }) => ({ fieldId, message })) }
        : { values: row.values };
    },
  };
}
