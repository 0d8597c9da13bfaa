import type { Importable } from "@kartis/core/imports/rules.ts";
import type { TargetId } from "@kartis/core/imports/targets/schema.ts";
import type { Crumb } from "../../../lib/pages/crumbs.ts";
import type { ChangedKind } from "../../records/changed-kind.ts";

/** Target of an import as the wizard shows it: a card type, or activities. */
export interface ImportTarget extends Importable {
  readonly id: TargetId;
  /** Plural name of the records. */
  readonly name: string;
  /** The list that they come into, and the crumbs down to it. */
  readonly listHref: string;
  readonly crumbs: readonly Crumb[];
  /** The wizard's own address. */
  readonly href: string;
  /** The plan's limit of which there are warnings before it is reached; none for activities. */
  readonly limit: "cards" | null;
  /** Time zone that times are read in; absent if it is the organization's. */
  readonly timeZone?: string;
  /** Notes to show before a file is chosen. */
  readonly notes: readonly string[];
  /** Whether the person may undo an import that created and changed this many records. */
  mayTakeBack(past: { readonly created: number; readonly updated: number }): boolean;
  /** Asks again for the lists that have them. */
  refresh(): void;
  readonly words: {
    created(count: number): string;
    toCreate(count: number): string;
    reverted(count: number): string;
    kept(count: number): string;
    /** Above the rows that show what would be made: the first so many, or with null all of them. Absent for cards, of which only changes are shown. */
    rows?(count: number | null): string;
  };
}

/** What an import into it makes. */
export const kindOf = ({ id }: ImportTarget): ChangedKind => (id === "tasks" || id === "meetings" ? id : "cards");
