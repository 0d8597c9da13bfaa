/*
 * Taking changes back: one record, or all that a long operation did. Owns nothing: it reads the journal by its main key and writes what the inverse is.
 * Invariant: nothing that somebody changed afterwards is overwritten; what is undone can be undone in its turn.
 * Records: card.* under origin "undo".
 */
import { procedure } from "../kernel/procedure.ts";
import { RecordRef } from "./schema.ts";
import { type Undone, undoRecord } from "./undo.ts";

const undo = procedure({
  name: "changes.undo",
  kind: "mutation",
  input: RecordRef,
  can: { member: "the permission is that of what the inverse does, and asked there" },
  run: ({ recordId }, context): Promise<Undone> => undoRecord(recordId, context),
});

export const changeProcedures = [undo] as const;
