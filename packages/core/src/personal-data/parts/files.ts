import { activitiesHolding, activitiesOfCards, filesOfActivities } from "../../activities/index.ts";
import { holdersOfFiles } from "../../cards/index.ts";
import { commit } from "../../data/commit.ts";
import {
  dropBytes,
  filesOfCard,
  findFiles,
  lastingKey,
  passingOn,
  readObject,
  removalsOf,
  type StoredFile,
} from "../../files/index.ts";
import type { BundleItem } from "../bundle/bundle.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import { templatesHolding } from "../../message-templates/attachments/index.ts";
import type { Erasure, PersonalDataPart, Person, Progress } from "./part.ts";

/** The files that belong to the cards and to what hangs on them, from an index that may lag a moment behind. */
async function filesOf(orgId: OrgId, cardIds: Iterable<CardId>): Promise<StoredFile[]> {
  const [ofCards, activityIds] = await Promise.all([
    Promise.all([...cardIds].map((cardId) => filesOfCard(orgId, cardId))),
    activitiesOfCards(orgId, [...cardIds]),
  ]);
  const ofActivities = await findFiles(orgId, await filesOfActivities(orgId, activityIds));
  return [...ofCards.flat(), ...ofActivities.values()];
}

/** Filters the files to those that other people's cards, their activities, or templates have as well. */
async function sharedAmong(
  orgId: OrgId,
  files: readonly StoredFile[],
  cardIds: ReadonlySet<CardId>,
): Promise<Map<string, string>> {
  if (files.length === 0) return new Map();
  const fileIds = files.map(({ fileId }) => fileId);
  const [cards, activities, templates, erased] = await Promise.all([
    holdersOfFiles(orgId, fileIds),
    activitiesHolding(orgId, fileIds),
    templatesHolding(orgId),
    activitiesOfCards(orgId, [...cardIds]),
  ]);
  const going = new Set<string>([...cardIds, ...erased]);
  return new Map(
    fileIds.flatMap((fileId) => {
      const holding = [cards, activities, templates].flatMap((holders) => holders.get(fileId) ?? []);
      const heir = holding.find((holder) => !going.has(holder));
      return heir ? [[fileId, heir] as const] : [];
    }),
  );
}

/** Leaves items of the transaction for the storage meter and the record. */
const filesAtOnce = 90;

/** Deletes the cards' files with their bytes, and records it without their names; one that another card, activity or template has becomes that one's. */
export async function eraseFiles({ orgId, cardIds, commitContext }: Erasure, files: readonly StoredFile[]): Promise<number> {
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const fileIds = files.slice(at, at + filesAtOnce).map(({ fileId }) => fileId);
    const { result: gone } = await commit(commitContext, async () => {
      const found = [...(await findFiles(orgId, fileIds)).values()].filter(
        ({ cardId, activityId }) => activityId !== null || (cardId !== null && cardIds.has(cardId)),
      );
      const heirs = await sharedAmong(orgId, found, cardIds);
      const passed = found.flatMap((file) => {
        const heir = heirs.get(file.fileId);
        return heir ? [passingOn(orgId, file, heir)] : [];
      });
      const going = found.filter(({ fileId }) => !heirs.has(fileId));
      const removals = removalsOf(orgId, going);
      const changes = [
        ...removals.changes.map((change) => ({ ...change, before: null, erased: true as const })),
        ...passed.map(({ change }) => change),
      ];
      return {
        writes: [...removals.writes, ...passed.map(({ write }) => write)],
        records: changes.length > 0 ? [{ changes }] : [],
        result: going,
      };
    });
    // Their consumer would do so as well, when it gets to it.
    for (const { fileId } of gone) await dropBytes(orgId, fileId);
  }
  return files.length;
}

const idsOf = ({ cards }: Person) => new Set(cards.map(({ id }) => id));

/** Files uploaded to the cards and their activities; erased before the records that lead to them. */
export const files: PersonalDataPart = {
  count: async (person) => (await filesOf(person.orgId, idsOf(person))).length,
  async keeps(person) {
    const cardIds = idsOf(person);
    const { size } = await sharedAmong(person.orgId, await filesOf(person.orgId, cardIds), cardIds);
    return size > 0 ? [{ reason: "personalData.keeps.sharedFiles", count: size }] : [];
  },
  async *collect(person): AsyncGenerator<BundleItem> {
    const { orgId } = person;
    for (const { fileId, name } of await filesOf(orgId, idsOf(person))) {
      const { body } = await readObject(lastingKey(orgId, fileId));
      // Two may have one name.
      yield { kind: "file", path: fileId, name, content: body };
    }
  },
  async erase(erasure): Promise<Progress> {
    return { done: true, count: await eraseFiles(erasure, await filesOf(erasure.orgId, erasure.cardIds)) };
  },
};
