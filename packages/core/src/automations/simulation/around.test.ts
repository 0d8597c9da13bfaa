import { expect, it } from "vitest";
import type { Activity } from "../../activities/index.ts";
import type { Card } from "../../cards/schema.ts";
import type { ActivityId, CardId } from "../../kernel/id.ts";
import { definitionOf } from "../automations.fixture.ts";
import { Around } from "./around.ts";
import { activitiesNeeded } from "./needs.ts";

const at = "2030-01-01T12:00:00.000Z";
const cardId = (number: number): CardId => `crd_01J0000000000000000000000${number}`;
const [whole, part, inner] = [cardId(1), cardId(2), cardId(3)];
const card = (id: CardId, mergedInto?: CardId): Card => ({
  id,
  typeId: "typ_01J00000000000000000000001",
  version: 1,
  fields: {},
  createdAt: at,
  updatedAt: at,
  trashedAt: mergedInto ? at : null,
  mergedInto,
});
const task = (number: number, on: CardId, createdBy = "usr_1"): [ActivityId, Activity] => {
  const id: ActivityId = `act_01J0000000000000000000000${number}`;
  const values = { title: "T", cardId: on, due: at, dueAt: at };
  return [
    id,
    { id, type: "TASK", version: 1, values, createdBy, automationId: null, createdAt: at, updatedAt: at, trashedAt: null },
  ];
};
const activities = new Map([task(1, whole), task(2, part), task(3, inner), task(4, whole, "usr_2")]);
const sees = ({ createdBy }: Activity) => createdBy === "usr_1";
const openOn = (around: Around, id = whole) => around.figuresOn(id, at).openTasks;

it("counts what is in sight on a card and on those that are part of it at the moment", () => {
  const cards = new Map([whole, part, inner].map((id) => [id, card(id)]));
  const around = new Around({ activities, merged: new Map(), cards, sees });
  expect(openOn(around)).toBe(1);
  const become = (id: CardId, into?: CardId) => {
    cards.set(id, card(id, into));
    around.noteMerge(card(id, into));
  };
  become(inner, part);
  expect(openOn(around)).toBe(1);
  become(part, whole);
  expect(openOn(around)).toBe(3);
  become(part);
  expect([openOn(around), openOn(around, part)]).toEqual([1, 2]);
});

it("knows cards that had become part of another before it begins, and that nothing has happened to since", () => {
  const around = new Around({ activities, merged: new Map([[part, whole]]), cards: new Map([[whole, card(whole)]]), sees });
  expect(openOn(around)).toBe(2);
  const undone = new Map([card(whole), card(part)].map((one) => [one.id, one]));
  expect(openOn(new Around({ activities, merged: new Map([[part, whole]]), cards: undone, sees }))).toBe(1);
});

it("reads the past of what the automation is about, also where no text quotes it", () => {
  const write = (text: string) => ({ kind: "changeField" as const, how: "write" as const, fieldId: "note", text });
  expect(activitiesNeeded(definitionOf({ trigger: { kind: "dueDate", when: "on" }, actions: [write("Due")] }))).toEqual(["TASK"]);
  expect(activitiesNeeded(definitionOf({ trigger: { kind: "emailReceived" }, actions: [write("Mail")] }))).toEqual([]);
  expect(activitiesNeeded(definitionOf({ trigger: { kind: "emailReceived" }, actions: [write("{{ trigger.at }}")] }))).toEqual([
    "MAIL",
  ]);
});
