import type { Activity } from "../../activities/index.ts";
import type { Card, CardType } from "../../cards/schema.ts";
import type { Change, JournalRecord } from "../../data/journal.ts";
import type { ActivityId, CardId, CardTypeId, UserId } from "../../kernel/id.ts";
import type { Action } from "../actions/list.ts";
import type { TrialStep } from "../run-schema.ts";
import type { AutomationId, Definition, Step } from "../schema.ts";
import type { RelatedReader } from "../engine/related-values.ts";
import type { TriggerEvent } from "../triggers/event.ts";
import type { Relating } from "./relations.ts";
import type { SimulatedRun, SimulatedStep } from "./schema.ts";
import type { Tally } from "./tally.ts";

/** An automation in a simulation. */
export interface Simulated {
  readonly id: AutomationId;
  readonly typeId: CardTypeId;
  readonly definition: Definition;
  /** Whoever published it, or simulates it. */
  readonly publisherId: UserId;
}

/** What an action would do, and how it would leave cards. */
export interface Act extends Omit<TrialStep, "stepId" | "met" | "card" | "each"> {
  readonly changes: readonly { readonly change: Change; readonly card: Card }[];
  /** An activity that it would create. */
  readonly activity?: Activity;
  /** Its creation, if automations can start with it. */
  readonly created?: Change;
  /** Parts of an SMS. */
  readonly segments: number;
}

/** Why an action is foreseen: what its texts can name besides the card. */
export interface Reasons {
  readonly automation: Simulated;
  readonly step: Step;
  readonly event: TriggerEvent;
  /** Earlier steps. */
  readonly steps: readonly SimulatedStep[];
  /** The cards in a relation field, as they are at that moment; as they are now if absent. */
  readonly read?: RelatedReader;
}

export interface Ground {
  /** The simulated automation. */
  readonly subject: Simulated;
  /** Published automations that simulated changes can start. */
  readonly others: readonly Simulated[];
  /** Real records, oldest first, without those that the automation itself or what it started has made. */
  readonly records: readonly JournalRecord[];
  /** Cards in the viewer's scope when the records begin; undefined for those that do not exist yet. */
  readonly cards: ReadonlyMap<CardId, Card | undefined>;
  /** Activities, as far as their past is needed: as the records find them. */
  readonly activities?: ReadonlyMap<ActivityId, Activity | undefined>;
  /** Whether an activity in this state is in the sight on whose behalf it is simulated. */
  readonly seesActivity?: (activity: Activity) => boolean;
  /** Cards that had become part of another before, and of which. */
  readonly merged?: ReadonlyMap<CardId, CardId>;
  /** What relations are known of; absent if the automations are not about related cards. */
  readonly relating?: Relating;
  /** Cards whose past is unknown. */
  readonly lost: ReadonlySet<CardId>;
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
  /** Whether a card in this state is in the scope on whose behalf it is simulated. */
  readonly sees: (card: Card) => boolean;
  readonly typeOf: (typeId: CardTypeId) => Promise<CardType>;
  /** Foresees an action. Has no effects. */
  readonly act: (action: Action, card: Card, type: CardType, at: string, reasons: Reasons) => Promise<Act>;
  readonly mostRuns: number;
  /** Called now and then, with the number of records replayed. @returns false to end early */
  readonly onProgress: (count: number) => Promise<boolean>;
  /** Between two of these calls. */
  readonly lookMs?: number;
}

export interface Outcome {
  /** Oldest first. */
  readonly runs: readonly SimulatedRun[];
  readonly tally: Tally;
  /** Cards as the simulation leaves them. */
  readonly cards: ReadonlyMap<CardId, Card>;
}
