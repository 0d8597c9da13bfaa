import * as z from "zod";
import { type Channel, Recorded, owner, refused, remove, update } from "../channel.ts";
import { type ProcedureName, type TestCard, type World, newCard } from "../world.ts";

/** Two cards of which the one is always in reach, so that what is tried is the other. */
const merging = (
  name: string,
  procedure: ProcedureName,
  tried: "survivor" | "other",
  act: (world: World, survivor: TestCard, other: TestCard) => Promise<unknown>,
  isDone = (answer: unknown, _survivor: TestCard): boolean => JSON.stringify(answer).includes('"recordId"'),
): Channel => ({
  name,
  procedures: [procedure],
  rights: tried === "survivor" ? update : remove,
  async reaches(world, of) {
    const [theirs, mine] = [await newCard(world, of), await newCard(world, "own")];
    const [survivor, other] = tried === "survivor" ? [theirs, mine] : [mine, theirs];
    const answer = await act(world, survivor, other);
    return isDone(answer, survivor) || refused(world, of, answer, theirs);
  },
});
async function merged(world: World, survivor: TestCard, other: TestCard): Promise<string> {
  return Recorded.parse(await owner(world, "cards.merge", { survivorId: survivor.id, otherIds: [other.id] })).recordId;
}

const Survivors = z.object({ survivorIds: z.array(z.string()).default([]) });

export const merges: readonly Channel[] = (["survivor", "other"] as const).flatMap((tried) => [
  merging(
    `preview of a merge, as ${tried}`,
    "cards.mergePreview",
    tried,
    (world, survivor, other) => world.ask("cards.mergePreview", { survivorId: survivor.id, otherIds: [other.id] }),
    // It may be the other way round alone that one may.
    (answer, { id }) => Survivors.parse(answer).survivorIds.includes(id),
  ),
  merging(`merge, as ${tried}`, "cards.merge", tried, (world, survivor, other) =>
    world.ask("cards.merge", { survivorId: survivor.id, otherIds: [other.id] }),
  ),
  merging(
    `preview of taking a merge apart, as ${tried}`,
    "cards.unmergePreview",
    tried,
    async (world, survivor, other) => world.ask("cards.unmergePreview", { recordId: await merged(world, survivor, other) }),
    (answer) => JSON.stringify(answer).includes('"attributed"'),
  ),
  merging(`taking a merge apart, as ${tried}`, "cards.unmerge", tried, async (world, survivor, other) =>
    world.ask("cards.unmerge", { recordId: await merged(world, survivor, other) }),
  ),
  merging(`undoing a merge, as ${tried}`, "changes.undo", tried, async (world, survivor, other) =>
    world.ask("changes.undo", { recordId: await merged(world, survivor, other) }),
  ),
]);
