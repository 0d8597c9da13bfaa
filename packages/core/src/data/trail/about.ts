import { inTime } from "../replica/question-time.ts";
import type { JournalAction } from "../journal.ts";
import type { RecordId } from "../../kernel/id.ts";
import type { Replica } from "../replica/index.ts";
import { packed, unpacked } from "./packed.ts";

export { packed } from "./packed.ts";

/** SQL: the ids of the records that touched the subject, those of chunks too, by a parameter each of `aboutParams`. */
export const aboutSql = `SELECT id FROM record WHERE subject = ? AND ${inTime("id")} UNION ALL SELECT id FROM chunk WHERE instr(members, ?) > 0 AND ${inTime("n")}`;
export const aboutParams = (subjectId: string): [Uint8Array, Uint8Array] => [packed(subjectId), packed(subjectId)];

/** A record's id from a row. */
export const recordIdOf = (value: unknown): RecordId => unpacked(value instanceof Uint8Array ? value : new Uint8Array(16));

/** The journal records that touched the subject, newest first. */
export const recordsAbout = ({ statements }: Replica, subjectId: string): RecordId[] =>
  statements
    .of(`${aboutSql} ORDER BY id DESC`)
    .all(...aboutParams(subjectId))
    .map(({ id }) => recordIdOf(id));

/** The records of one action about the subject between two ids, newest first: those that changed it alone, as chunks do not name their actions. */
export const recordsWith = (
  { statements }: Replica,
  subjectId: string,
  action: JournalAction,
  { from, to }: { readonly from: RecordId | null; readonly to: RecordId | null },
  limit: number,
): RecordId[] =>
  statements
    .of(
      `SELECT id FROM record WHERE subject = ? AND action = (SELECT n FROM word WHERE text = ?) AND id >= ? AND id < ? AND ${inTime("id")}
       ORDER BY id DESC LIMIT ?`,
    )
    .all(packed(subjectId), action, packed(from ?? lowest), packed(to ?? highest), limit)
    .map(({ id }) => recordIdOf(id));

const [lowest, highest] = ["0".repeat(26), "7".padEnd(26, "Z")];
