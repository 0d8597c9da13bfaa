import { type Hue, hues, ownHue, people } from "./hue.ts";

const personHues = hues.slice(1);

/**
 * Colors of an organization's people, no two alike while there are enough: the one that a person's id says or, where somebody before has it, the next that is free.
 *
 * @param userIds in the order in which they joined: nobody's color changes with those who join later
 */
export function huesOf(userIds: readonly string[]): Map<string, Hue> {
  const given = new Map<string, Hue>();
  for (const userId of userIds) {
    const own = ownHue(userId) - 1;
    const inTurn = [...personHues.slice(own), ...personHues.slice(0, own)];
    // The next dozen shares what the first has.
    const round = Math.floor(given.size / personHues.length) * personHues.length;
    const taken = new Set([...given.values()].slice(round));
    given.set(userId, inTurn.find((hue) => !taken.has(hue)) ?? "blue");
  }
  return given;
}

/** Sets the organization's people, in the order in which they joined. */
export function colourPeople(userIds: readonly string[]): void {
  people.hues = huesOf(userIds);
  for (const watcher of people.watchers) watcher();
}
