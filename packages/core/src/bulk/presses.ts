import { type Button, buttonOf, misfitOf, pressOn, requireButton } from "../automations/index.ts";
import { findCards, inScope, scopeOf, type StoredCard } from "../cards/index.ts";
import { type ErrorCode, KartisError } from "../kernel/error.ts";
import type { CardId } from "../kernel/id.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import { type Scope, seenIn } from "../kernel/scope.ts";
import { beginningOf } from "../kernel/text.ts";
import {
  commitChunks,
  inWindows,
  itemsInChunk,
  progress,
  type RunningOperation,
  type Stage,
  Upcoming,
} from "../operations/index.ts";
import { outOfReach } from "./card-tasks.ts";
import { previewOfEach } from "./preview.ts";
import { type Refusal, refusalOf } from "./refusal.ts";
import type { BulkButtonJob, BulkPreview } from "./schema.ts";
import { selectedCards, selectedIds } from "./selected-cards.ts";
import { frozenIds } from "./selection.ts";
import type { RunContext } from "./targets/definition.ts";

/** A run, and its entry among the card's open runs. */
const itemsEach = 2;
const pressesInChunk = Math.floor(itemsInChunk / itemsEach);

export const requireSense = ({ change }: BulkButtonJob, context: OrgContext): Promise<void> =>
  requireButton(change.automationId, context);

/** Continues pressing, as a bulk target's `run`: each chunk starts its runs in the transaction that counts them, so that each card has one. */
export async function run(
  { selection, change }: BulkButtonJob,
  operation: RunningOperation,
  context: RunContext,
  runMs: number,
): Promise<boolean> {
  const { orgId, operationId } = operation;
  const { actor, clock } = context;
  const deadlineMs = clock.now() + runMs;
  const scope = await scopeOf(context);
  const frozen = await frozenIds(operation, "crd", clock, () => selectedIds(selection, context, scope));
  const upcoming = new Upcoming(inWindows(frozen.ids, operation.done, pressesInChunk), operation.done);
  return commitChunks<Stage>(
    { operation: frozen.operation, keys: new Set() },
    {
      commitContext: { orgId, actor, clock, requestId: operationId, origin: "bulk", batchId: operationId },
      async make({ operation: current }, most, at) {
        const cardIds = await upcoming.from(current.done, Math.min(most, pressesInChunk));
        if (cardIds.length === 0) return undefined;
        const cards = await findCards(orgId, cardIds);
        const press = await presserOf(change, operation, context, at);
        const pressed = await Promise.all(cardIds.map((cardId) => onCard(cards.get(cardId), scope, press)));
        const started = pressed.flatMap((one) => ("writes" in one ? one : []));
        const rejects = pressed.flatMap((one, index) =>
          "refused" in one
            ? [{ line: current.done + index + 1, ...one.refused, value: beginningOf(one.name, 200), ...idOf(cardIds[index]) }]
            : [],
        );
        const next = {
          done: current.done + cardIds.length,
          created: current.created,
          updated: current.updated + started.length,
          skipped: current.skipped,
          failed: current.failed + rejects.length,
        };
        const changes = started.flatMap((one) => one.change ?? []);
        return {
          writes: [...started.flatMap(({ writes }) => writes), ...progress(current, next, rejects, undefined, clock)],
          records: changes.length > 0 ? [{ changes }] : [],
          result: { operation: { ...current, ...next }, keys: new Set<string>(cardIds) },
        };
      },
      landed: ({ operation: { done } }) => upcoming.letGo(done),
      mayGoOn: () => clock.now() < deadlineMs,
    },
  );
}

const idOf = (cardId: CardId | undefined) => (cardId ? { cardId } : {});

type Press = (card: StoredCard) => ReturnType<typeof pressOn>;

/** The button is gone or switched off, all automations are paused, or the plan has ended or lacks them. */
const withoutButton: readonly ErrorCode[] = ["NOT_FOUND", "CONFLICT", "PAYMENT_REQUIRED", "FORBIDDEN"];

/** Presses as the button is now. What became of it since refuses each card. */
async function presserOf(
  { automationId }: BulkButtonJob["change"],
  operation: RunningOperation,
  context: RunContext,
  at: string,
): Promise<Press> {
  let button: Button;
  try {
    button = await buttonOf(automationId, context);
  } catch (error) {
    if (!(error instanceof KartisError) || !withoutButton.includes(error.code)) throw error;
    const { message } = refusalOf(error);
    return () => Promise.resolve(message);
  }
  return (card) => pressOn(button, card, operation, context, at);
}

type Outcome<Done> = Done | { readonly name: string; readonly refused: Refusal };

/** What `act` makes of the card, or why it is left out: that is also what `act` returns if it is a catalogue key. */
async function onCard<Done extends object>(
  card: StoredCard | undefined,
  scope: Scope,
  act: (card: StoredCard) => Promise<Done | string>,
): Promise<Outcome<Done>> {
  if (!card || !inScope(seenIn(scope), card)) return { name: "", refused: outOfReach(undefined) };
  const name = nameOf(card);
  if (!inScope(scope, card)) return { name, refused: outOfReach(card) };
  const done = await act(card);
  return typeof done === "string" ? { name, refused: { fieldId: null, message: done } } : done;
}

const nameOf = ({ fields: { name } }: StoredCard): string => (typeof name === "string" ? name : "");

/** Time for evaluating the conditions: those on related cards ask for each card. Within that of a request's questions (`perRequestMs`). */
const longestCheckMs = 1_500;
const checkedAtOnce = 25;

/** Once the time is up, the rest is left unchecked until the button is pressed. */
export async function preview(
  { selection, change }: BulkButtonJob,
  context: OrgContext,
  checkMs = longestCheckMs,
): Promise<BulkPreview> {
  const [button, scope] = await Promise.all([buttonOf(change.automationId, context), scopeOf(context)]);
  const fit = async (card: StoredCard) =>
    (await misfitOf(button, card)) ?? {
      example: { id: card.id, typeId: card.typeId, name: nameOf(card), before: {}, after: {} },
    };
  const time: { spentMs: number; isUp: boolean } = { spentMs: 0, isUp: false };
  async function* outcomes() {
    for await (const cards of selectedCards(selection, context, seenIn(scope)))
      for await (const some of inWindows(cards, 0, checkedAtOnce)) {
        time.isUp = time.spentMs > checkMs;
        if (time.isUp) return;
        const began = performance.now();
        const checked = await Promise.all(some.map((card) => onCard(card, scope, fit)));
        time.spentMs += performance.now() - began;
        yield checked;
      }
  }
  const known = await previewOfEach(outcomes());
  if (!time.isUp) return known;
  const { length } = await selectedIds(selection, context, scope);
  // The list may have become shorter in the meantime.
  const total = Math.max(known.total, length);
  return { ...known, total, unchecked: total - known.total };
}
