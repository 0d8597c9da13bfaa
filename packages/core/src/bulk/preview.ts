import { setImmediate as breathe } from "node:timers/promises";
import { lockHolders, type StoredCard } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import type { OrgId } from "../kernel/id.ts";
import type { ActivityOutcome } from "./activity-steps.ts";
import type { Outcome } from "./card-tasks.ts";
import type { Refusal } from "./refusal.ts";
import type { BulkExample, BulkPreview } from "./schema.ts";

const shown = 50;
const shownNames = 5;

/** Counts what would become of each. */
class Tally {
  #total = 0;
  #changing = 0;
  #same = 0;
  readonly #refused = new Map<string, { fieldId: string | null; message: string; count: number; names: string[] }>();
  readonly #examples: BulkExample[] = [];

  same(): void {
    this.#total++;
    this.#same++;
  }

  refuse(name: string, { fieldId, message }: Refusal): void {
    this.#total++;
    const key = `${fieldId}\n${message}`;
    const group = this.#refused.get(key) ?? { fieldId, message, count: 0, names: [] };
    group.count++;
    if (group.names.length < shownNames && name !== "") group.names.push(name);
    this.#refused.set(key, group);
  }

  change(example: BulkExample): void {
    this.#total++;
    this.#changing++;
    if (this.#examples.length < shown) this.#examples.push(example);
  }

  get preview(): BulkPreview {
    return {
      total: this.#total,
      changing: this.#changing,
      same: this.#same,
      refused: [...this.#refused.values()].toSorted((a, b) => b.count - a.count),
      examples: this.#examples,
    };
  }
}

/** A card with its outcome; without a card, it no longer exists. */
export interface Prospect {
  readonly current?: StoredCard;
  readonly outcome: Outcome;
}

/** Counts the outcomes for the cards, a window at a time, so that other calls are answered in between. */
export async function previewOf(orgId: OrgId, windows: AsyncIterable<readonly Prospect[]>): Promise<BulkPreview> {
  const tally = new Tally();
  /** Locks that earlier cards in the preview would take. */
  const taken = new Set<string>();
  for await (const prospects of windows) {
    const holders = await lockHolders(
      orgId,
      prospects.flatMap(({ outcome }) => ("write" in outcome ? [outcome.write] : [])),
    );
    for (const { current, outcome } of prospects) {
      const name = nameOf(current);
      if ("refused" in outcome) tally.refuse(name, outcome.refused);
      else if ("same" in outcome) tally.same();
      else {
        const { card, change, locks } = outcome.write;
        const wanted = locks?.wanted ?? [];
        const lost = wanted.find(({ hash }) => taken.has(hash) || (holders.has(hash) && holders.get(hash) !== card.id));
        if (lost) {
          tally.refuse(name, { fieldId: lost.fieldId, message: "validation.duplicate" });
          continue;
        }
        for (const { hash } of wanted) taken.add(hash);
        const { before, after } = change;
        tally.change({ id: card.id, typeId: card.typeId, name, before: before ?? {}, after: after ?? {} });
      }
    }
    await breathe();
  }
  return tally.preview;
}

function nameOf(card: StoredCard | undefined): string {
  const name = card?.fields["name"];
  return typeof name === "string" ? name : "";
}

/** The type of each card, by its id. */
export const typesById = (types: readonly CardType[]): ReadonlyMap<string, CardType> =>
  new Map(types.map((type) => [type.id, type]));

/** The same of cards that something is begun with, which changes nothing in them. */
export async function previewOfEach(
  windows: AsyncIterable<readonly ({ readonly example: BulkExample } | { readonly name: string; readonly refused: Refusal })[]>,
): Promise<BulkPreview> {
  const tally = new Tally();
  for await (const outcomes of windows) {
    for (const outcome of outcomes)
      if ("refused" in outcome) tally.refuse(outcome.name, outcome.refused);
      else tally.change(outcome.example);
    await breathe();
  }
  return tally.preview;
}

/** The same of activities; what follows from their changes is not counted. */
export async function previewOfActivities(windows: AsyncIterable<readonly ActivityOutcome[]>): Promise<BulkPreview> {
  const tally = new Tally();
  for await (const outcomes of windows) {
    for (const outcome of outcomes) {
      if ("refused" in outcome) tally.refuse(outcome.title, outcome.refused);
      else {
        const [first] = outcome.written;
        if (!first) tally.same();
        else {
          const { before, after } = first.change;
          const { id, type: typeId } = first.activity;
          tally.change({ id, typeId, name: outcome.title, before: before ?? {}, after: after ?? {} });
        }
      }
    }
    await breathe();
  }
  return tally.preview;
}
