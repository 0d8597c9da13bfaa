import type { ChangeSet } from "../../data/commit.ts";
import type { Language } from "../../identity/schema.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { OrgId, UserId } from "../../kernel/id.ts";
import type { RunningOperation, Stage } from "../../operations/index.ts";
import type { Member, Organization } from "../../organizations/index.ts";
import type { CardLookup, IdentifierLock } from "../../cards/index.ts";
import type { Scope } from "../../kernel/scope.ts";
import type { ChunkRow } from "../runs/chunks.ts";
import type { Earlier } from "../runs/earlier-rows.ts";
import type { Importable } from "../rules.ts";
import type { Row } from "../rows.ts";
import type { CheckedRow, ImportJob } from "../schema.ts";

/** Context of an import: the person, the target and the settings that every kind of row needs. */
export interface Importing {
  readonly orgId: OrgId;
  readonly importerId: UserId;
  readonly job: Pick<ImportJob, "typeId" | "mapping" | "mode" | "matchFieldId" | "clearEmpty" | "timeZone">;
  readonly dryRun: boolean;
  /** Language of the person who reads the problems of rows; null for apps that request none. */
  readonly language: Language | null;
  readonly organization: Organization;
  readonly members: readonly Member[];
  /** The cards that the importer sees. */
  readonly readScope: Scope;
  readonly lookup: CardLookup;
  readonly actor: Actor;
  readonly clock: Clock;
  /** When the import was requested: words such as “tomorrow” count from then. */
  readonly askedAtMs: number;
}

/** The import's position, and what its last chunk took. */
export interface ImportStage extends Stage {
  readonly taking: readonly IdentifierLock[];
  /** Whether the previous chunk had duplicates. A file with some usually has more; one without any is written without checking first. */
  readonly hasDuplicates: boolean;
}

/** Reads and writes the rows of one import. */
export interface Importer {
  /** The import's target, named in the language of the person who gets the rejected rows. */
  readonly target: Importable;
  /** Identifiers of all rows are remembered, since the table does not show which were processed. */
  readonly remembers: boolean;
  convert(row: Row): ChunkRow;
  /** Number of rows of the window that are finished once the good ones fill a transaction. */
  lengthOf(window: readonly ChunkRow[]): number;
  /** The writes of as many of the rows, from the first on, as fit one transaction. */
  make(
    stage: ImportStage,
    rows: readonly ChunkRow[],
    before: Earlier,
    at: string,
    isStale: boolean,
  ): Promise<ChangeSet<ImportStage>>;
  /** Dry run of these rows; other rows of the file are not considered. */
  check(rows: readonly ChunkRow[], at: string): Promise<CheckedRow[]>;
}

/** The operation as it is after a chunk. */
export const advanced = (
  operation: RunningOperation,
  counts: Readonly<Record<"done" | "created" | "updated" | "skipped" | "failed" | "altered", number>>,
) => ({
  done: operation.done + counts.done,
  created: operation.created + counts.created,
  updated: operation.updated + counts.updated,
  skipped: operation.skipped + counts.skipped,
  failed: operation.failed + counts.failed,
  altered: operation.altered + counts.altered,
});
