import type { CommitContext } from "../../data/commit.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import type { FieldContext } from "../../cards/rules.ts";
import type { CardType } from "../../cards/schema.ts";
import type { StoredCard } from "../../cards/index.ts";
import type { Member } from "../../organizations/index.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import type { BundleItem } from "../bundle/bundle.ts";

/** A person as an organization knows them: a card, and those merged into it, which are as much about them. */
export interface Person {
  readonly orgId: OrgId;
  /** The card first. */
  readonly cards: readonly [StoredCard, ...StoredCard[]];
}

/** Something that stays when the person is erased, and the catalogue key of the reason. */
export interface Kept {
  readonly reason: string;
  readonly count: number;
}

/** The language and the rights with which a bundle is made. */
export interface Reader {
  readonly t: Translate;
  readonly types: readonly CardType[];
  readonly members: readonly Member[];
  readonly settings: FieldContext;
  /** Cards whose names the bundle may contain. */
  readonly scope: Scope;
}

/** An erasure, once the cards can no longer be found. */
export interface Erasure {
  readonly orgId: OrgId;
  readonly cardIds: ReadonlySet<CardId>;
  /** When it began: later data contains nothing of the person. */
  readonly since: string;
  readonly commitContext: CommitContext;
}

/** Limit of a step before it yields to others. */
export interface Stretch {
  /** The value last passed to `save`; undefined at first. */
  readonly position: unknown;
  save(position: unknown): Promise<void>;
  isOver(): boolean;
}

/** An unfinished step continues in another run, immediately or once the event it waits for may have happened. */
export type Progress = { readonly done: true; readonly count: number } | { readonly done: false; readonly afterSeconds: number };

/** One kind of data about a person. A new kind is one file here and one line in `registry.ts`; the bundle, the dialog and the erasure follow. */
export interface PersonalDataPart {
  /** Count that is shown beforehand, with texts under `personalData.part.<name>`. */
  readonly count?: (person: Person) => Promise<number>;
  /** Data that must be kept, by law or because it belongs to others as well. */
  readonly keeps?: (person: Person) => Promise<readonly Kept[]>;
  /** Its part of the bundle. */
  readonly collect?: (person: Person, reader: Reader) => AsyncIterable<BundleItem>;
  /** Deletes the part's data. It may be interrupted anywhere and called again, so it looks for the remaining data each time. */
  readonly erase?: (erasure: Erasure, stretch: Stretch) => Promise<Progress>;
}
