import { setImmediate as breathe } from "node:timers/promises";
import { lockHolders, type StoredCard } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import type { OrgId } from "../kernel/id.ts";
import type { Outcome } from "./card-tasks.ts";
import type { BulkExample, BulkPreview } from "./schema.ts";

const shown = 50;
const shownNames = 5;

/** A card with its outcome; without a card, it no longer exists. */
export interface Prospect {
  readonly current?: StoredCard;
  readonly outcome: Outcome;
}

/** Counts the outcomes for the cards, a window at a time, so that other calls are answered in between. */
export async function previewOf(orgId: OrgId, windows: AsyncIterable<readonly Prospect[]>): Promise<BulkPreview> {
  let total = 0;
  let changing = 0;
  let same = 0;
  const refused = new Map<string, { fieldId: string | null; message: string; count: number; names: string[] }>();
  const examples: BulkExample[] = [];
  /** Locks that earlier cards in the preview would take. */
  const taken = new Set<string>();
  for await (const prospects of windows) {
    const holders = await lockHolders(
      orgId,
      prospects.flatMap(({ outcome }) => ("write" in outcome ? [outcome.write] : [])),
    );
    for (const { current, outcome } of prospects) {
      total++;
      const name = nameOf(current);
      const refuse = (fieldId: string | null, message: string) => {
        const key = `${fieldId}\n${message}`;
        const group = refused.get(key) ?? { fieldId, message, count: 0, names: [] };
        group.count++;
        if (group.names.length < shownNames && name !== "") group.names.push(name);
        refused.set(key, group);
      };
      if ("refused" in outcome) refuse(outcome.refused.fieldId, outcome.refused.message);
      else if ("same" in outcome) same++;
      else {
        const { card, change, locks } = outcome.write;
        const wanted = locks?.wanted ?? [];
        const lost = wanted.find(({ hash }) => taken.has(hash) || (holders.has(hash) && holders.get(hash) !== card.id));
        if (lost) {
          refuse(lost.fieldId, "validation.duplicate");
          continue;
        }
        for (const { hash } of wanted) taken.add(hash);
        changing++;
        if (examples.length < shown) {
          const { before, after } = change;
          examples.push({ cardId: card.id, typeId: card.typeId, name, before: before ?? {}, after: after ?? {} });
        }
      }
    }
    await breathe();
  }
  return { total, changing, same, refused: [...refused.values()].toSorted((a, b) => b.count - a.count), examples };
}

function nameOf(card: StoredCard | undefined): string {
  const name = card?.fields["name"];
  return typeof name === "string" ? name : "";
}

/** The type of each card, by its id. */
export const typesById = (types: readonly CardType[]): ReadonlyMap<string, CardType> =>
  new Map(types.map((type) => [type.id, type]));
