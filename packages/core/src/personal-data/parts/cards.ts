import {
  erasing,
  fieldContextOf,
  findCards,
  getCardType,
  lockHolders,
  lockWritesOf,
  type StoredCard,
} from "../../cards/index.ts";
import type { Write } from "../../data/commit.ts";
import type { Change } from "../../data/journal.ts";
import type { OrgId } from "../../kernel/id.ts";
import { commitMetered } from "../../plans/index.ts";
import type { BundleItem } from "../bundle/bundle.ts";
import { shownValues } from "./readable.ts";
import type { Erasure, PersonalDataPart, Person, Progress, Reader } from "./part.ts";

/** Deletes the cards at once, for a commit that has read them: with their locks, only so many fit a transaction. */
export const cardsAtOnce = 30;

export async function erasureOf(orgId: OrgId, cards: readonly StoredCard[]): Promise<{ writes: Write[]; changes: Change[] }> {
  const context = await fieldContextOf(orgId);
  const erased = await Promise.all(
    cards.map(async (card) => erasing(orgId, await getCardType(orgId, card.typeId), card, context)),
  );
  const holders = await lockHolders(orgId, erased);
  return {
    writes: erased.flatMap((each) => [...each.writes, ...lockWritesOf(orgId, each, holders)]),
    changes: erased.map(({ change }) => change),
  };
}

/** The values of the card and of those merged into it. */
export const cards: PersonalDataPart = {
  count: async (person) => person.cards.length,
  async *collect(person: Person, reader: Reader): AsyncGenerator<BundleItem> {
    const exported = await Promise.all(
      person.cards.map(async (card) => ({
        id: card.id,
        type: reader.types.find(({ id }) => id === card.typeId)?.name ?? card.typeId,
        createdAt: card.createdAt,
        updatedAt: card.updatedAt,
        mergedInto: card.mergedInto ?? null,
        values: await shownValues(person.orgId, card.typeId, card.fields, reader),
      })),
    );
    const { t } = reader;
    yield {
      kind: "table",
      name: "card",
      title: t("personalData.part.cards"),
      header: [t("personalData.column.card"), t("personalData.column.field"), t("personalData.column.value")],
      rows: exported.flatMap(({ id, values }) => values.map(({ label, text }) => [id, label, text])),
      json: exported,
    };
  },
  /** Erases the cards that did not fit the first one's transaction. */
  async erase({ orgId, cardIds, commitContext }: Erasure, stretch): Promise<Progress> {
    const ids = [...cardIds];
    for (let at = 0; at < ids.length; at += cardsAtOnce) {
      await commitMetered(
        commitContext,
        async () => {
          const left = [...(await findCards(orgId, ids.slice(at, at + cardsAtOnce))).values()];
          const { writes, changes } = await erasureOf(orgId, left);
          return { writes, records: changes.length > 0 ? [{ changes }] : [], result: undefined };
        },
        null,
      );
      if (stretch.isOver()) return { done: false, afterSeconds: 0 };
    }
    return { done: true, count: ids.length };
  },
};
