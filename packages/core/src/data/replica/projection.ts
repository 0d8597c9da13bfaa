import type { DatabaseSync } from "node:sqlite";
import type { OrgId } from "../../kernel/id.ts";
import type { Change, JournalRecord, Subject, SubjectKind } from "../journal.ts";
import type { AdaptiveIndexes } from "./adaptive-indexes.ts";
import type { Statements } from "./statements.ts";

/** An item of the table. The projection that asked for it knows its shape. */
export type Item = Readonly<Record<string, unknown>>;

/** The table's current state of one subject; `item` is null when it is gone. */
export interface Fetched {
  readonly subject: Subject;
  readonly item: Item | null;
}

/** What a projection works with. */
export interface Workbench {
  readonly db: DatabaseSync;
  readonly statements: Statements;
  readonly indexes: AdaptiveIndexes;
}

/**
 * A domain's tables in the replica: how they are created, filled from the table and changed by the journal. The replica itself compares versions, so a
 * projection only receives the change that comes next.
 */
export interface Projection {
  readonly name: string;
  readonly kinds: readonly SubjectKind[];
  create(db: DatabaseSync): void;
  /** Begins to work on a database that has the tables, new or from a snapshot. */
  open(workbench: Workbench): OpenProjection;
  /** Everything the table holds of these kinds, strongly consistent, in pages; several readers side by side where the keys are spread. */
  readAll(orgId: OrgId): readonly AsyncIterable<readonly Item[]>[];
  /** These subjects by key, strongly consistent. */
  fetch(orgId: OrgId, subjects: readonly Subject[]): Promise<readonly Fetched[]>;
}

export interface OpenProjection {
  /** The held version, that of its tombstone when it is gone, 0 when it was never seen. */
  versionOf(subject: Subject): number;
  /** Applies the change that follows on `versionOf`. False when the change does not contain enough and the subject has to be fetched. */
  apply(change: Change, at: string): boolean;
  /** Overwrites the held state with an item, unless it is as new. */
  put(item: Item): void;
  /** The subject is gone; its tombstone keeps older records from bringing it back. */
  bury(subject: Subject, version: number): void;
  /** Called with every record, whatever it is about, in any order and more than once: for projections of the journal itself. */
  note?(record: JournalRecord): void;
  /**
   * Deferrable work, such as reindexing cards after their type lost a field: some milliseconds' worth at a time.
   * @returns true while there is more.
   */
  tidy?(): boolean;
}
