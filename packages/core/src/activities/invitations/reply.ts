import type { Answer } from "../meetings/schema.ts";

/**
 * The replies after another one: it replaces the guest's earlier one to the same, and a reply to the series also those to its single times. The same reply again
 * changes nothing, so it keeps its time.
 */
export function withReply(answers: readonly Answer[], reply: Answer): readonly Answer[] {
  const earlier = answers.find(({ guestId, day }) => guestId === reply.guestId && day === reply.day);
  const isSame = earlier?.rsvp === reply.rsvp && (earlier.message ?? "") === (reply.message ?? "");
  const others = answers.filter(
    ({ guestId, day }) => guestId !== reply.guestId || (reply.day === null ? false : day !== reply.day),
  );
  const isAlone = others.length === answers.length - 1;
  return isSame && isAlone ? answers : [...others, reply];
}
