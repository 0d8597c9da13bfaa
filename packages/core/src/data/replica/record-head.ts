import type { ActorRef } from "../../kernel/actor.ts";
import type { RecordId } from "../../kernel/id.ts";
import type { JournalRecord, Subject } from "../journal.ts";

/** What the replica holds of a journal record: enough to choose it by; the record itself is read by its key. */
export interface RecordHead {
  readonly id: RecordId;
  /** A person's id, or the kind of what is no person. */
  readonly actor: string;
  readonly action: string;
  readonly origin: string;
  readonly subjects: readonly Subject[];
}

/** How an actor stands in the column of that name. */
export const actorColumn = ({ kind, id }: ActorRef): string => (kind === "user" ? id : kind);

export const headOf = ({ id, actor, origin, changes }: JournalRecord): RecordHead => ({
  id,
  actor: actorColumn(actor),
  action: changes[0]?.action ?? "",
  origin,
  subjects: changes.map(({ subject }) => subject),
});
