import { isId } from "../../kernel/id-form.ts";
import type { Activity } from "../activity.ts";
import { callStatuses } from "../types/call.ts";
import { isCallReason } from "../../voip/rules.ts";
import { type Communication, communicationTypes } from "./schema.ts";

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** An activity of one of the types as what its callers get. */
export function communicationOf({ id, type, version, values, createdBy, ...rest }: Activity): Communication {
  const known = communicationTypes.find((name) => name === type);
  const { cardId, direction, happenedAt, note, pinned, number, seconds, status, link, callId, recording, reason } = values;
  if (!known || !isId("crd", cardId)) throw new Error(`Not a communication: ${id}`);
  const { createdAt, updatedAt, trashedAt } = rest;
  return {
    id,
    type: known,
    version,
    cardId,
    direction: direction === "IN" ? "IN" : "OUT",
    happenedAt: text(happenedAt) ?? createdAt,
    note: text(note),
    pinned: pinned === true,
    number: text(number),
    seconds: typeof seconds === "number" ? seconds : null,
    status: callStatuses.find((one) => one === status) ?? null,
    link: text(link),
    callId: isId("cal", callId) ? callId : null,
    recording: text(recording),
    reason: isCallReason(reason) ? reason : null,
    createdBy: isId("usr", createdBy) ? createdBy : null,
    createdAt,
    updatedAt,
    trashedAt,
  };
}
