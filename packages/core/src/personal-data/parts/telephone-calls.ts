import { callsOfCards, callsWithNumbers, endCalls, shownCall } from "../../voip/replica/index.ts";
import { forgetEvents } from "../../provider-events/index.ts";
import type { BundleItem } from "../bundle/bundle.ts";
import type { Erasure, PersonalDataPart, Person, Progress, Reader } from "./part.ts";

/** The calls on the person's cards, and those of the same numbers from before there was a card. */
async function callsOf(orgId: Person["orgId"], cardIds: readonly string[]) {
  const onCards = await callsOfCards(orgId, cardIds);
  const numbers = [...new Set(onCards.flatMap(({ facts }) => facts.number?.value ?? []))];
  return { onCards, numbers, before: await callsWithNumbers(orgId, numbers) };
}

/** Telephone calls. Their entries on the timeline are activities. */
export const telephoneCalls = {
  async count({ orgId, cards }) {
    const { onCards, before } = await callsOf(
      orgId,
      cards.map(({ id }) => id),
    );
    return onCards.length + before.length;
  },
  async *collect({ orgId, cards }: Person, { t, members }: Reader): AsyncGenerator<BundleItem> {
    const { onCards, before } = await callsOf(
      orgId,
      cards.map(({ id }) => id),
    );
    const found = [...before, ...onCards].map(shownCall);
    if (found.length === 0) return;
    const nameOf = (userId: string | null) => members.find((member) => member.userId === userId)?.name ?? "";
    yield {
      kind: "table",
      name: "calls",
      title: t("personalData.part.calls"),
      header: (["number", "direction", "status", "createdAt", "seconds", "userId"] as const).map((name) =>
        t(`audit.value.${name}`),
      ),
      rows: found.map(({ number, direction, status, startedAt, seconds, userId }) => [
        number ?? "",
        direction,
        status,
        startedAt,
        seconds === null ? "" : String(seconds),
        nameOf(userId),
      ]),
      json: found,
    };
  },
  async erase({ orgId, cardIds, commitContext }: Erasure): Promise<Progress> {
    const { onCards, numbers, before } = await callsOf(orgId, [...cardIds]);
    const theirs = new Set(numbers);
    const isTheirs = (report: unknown): boolean => {
      const { number } = Object(report) as Readonly<Record<string, unknown>>; // as the webhook has stored it
      return typeof number === "string" && theirs.has(number);
    };
    if (numbers.length > 0) await forgetEvents(orgId, "voip", isTheirs);
    // Those without a card first: they are found by the numbers of the others.
    const count =
      (await endCalls(
        commitContext,
        before.map(({ id }) => id),
        async (calls) => calls.filter(({ cardId }) => cardId === null),
      )) +
      (await endCalls(
        commitContext,
        onCards.map(({ id }) => id),
        async (calls) => calls.filter(({ cardId }) => cardId !== null && cardIds.has(cardId)),
      ));
    return { done: true, count };
  },
} satisfies PersonalDataPart;
