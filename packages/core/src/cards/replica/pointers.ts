import type { Workbench } from "../../data/replica/projection.ts";
import type { Link } from "./links.ts";
import type { Place } from "./people.ts";

/** What a card points at: other cards by its relation fields, and people by its fields of people. */
export class Pointers {
  readonly #statements: Workbench["statements"];

  constructor(statements: Workbench["statements"]) {
    this.#statements = statements;
  }

  /** Cards in the trash keep their links, and so do those that point at one: queries leave them out. */
  link(seq: number, before: readonly Link[], now: readonly Link[]): void {
    const isIn = (links: readonly Link[], { fieldId, target }: Link) =>
      links.some((other) => other.fieldId === fieldId && other.target === target);
    for (const link of before)
      if (!isIn(now, link))
        this.#statements
          .of("DELETE FROM card_link WHERE target = ? AND field = ? AND seq = ?")
          .run(link.target, link.fieldId, seq);
    for (const link of now)
      if (!isIn(before, link))
        this.#statements.of("INSERT OR IGNORE INTO card_link VALUES (?, ?, ?)").run(link.target, link.fieldId, seq);
  }

  place(seq: number, before: readonly Place[], now: readonly Place[]): void {
    const isIn = (places: readonly Place[], place: Place) =>
      places.some((other) => other.every((part, at) => part === place[at]));
    const known = "(SELECT place FROM person_place WHERE user_id = ? AND type_id = ? AND field = ?)";
    for (const place of before)
      if (!isIn(now, place)) this.#statements.of(`DELETE FROM card_person WHERE place = ${known} AND seq = ?`).run(...place, seq);
    for (const place of now) {
      if (isIn(before, place)) continue;
      this.#statements.of("INSERT OR IGNORE INTO person_place (user_id, type_id, field) VALUES (?, ?, ?)").run(...place);
      this.#statements.of(`INSERT OR IGNORE INTO card_person VALUES (${known}, ?)`).run(...place, seq);
    }
  }
}
