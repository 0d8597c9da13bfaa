import { inTime } from "../replica/question-time.ts";
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
