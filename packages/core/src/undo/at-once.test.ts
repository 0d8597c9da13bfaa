import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commentProcedures, communicationProcedures, meetingProcedures, taskProcedures } from "../activities/index.ts";
import { cardProcedures } from "../cards/index.ts";
import { errorShape } from "../kernel/error.ts";
import type { ActivityId, CardId, CardTypeId, RecordId } from "../kernel/id.ts";
import { templateProcedures } from "../message-templates/procedures.ts";
import { switchOn } from "@kartis/tests/support/features.ts";
import { taskViewProcedures } from "../task-views/index.ts";
import { viewProcedures } from "../views/index.ts";
import { undoProcedures } from "./index.ts";

const undo = named(undoProcedures, "changes.undo");
const [newCard, updateCard, removeCard, restoreCard, mergeCards] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.remove"),
  named(cardProcedures, "cards.restore"),
  named(cardProcedures, "cards.merge"),
];
const [newTask, updateTask, removeTask, restoreTask, updateTasks] = [
  named(taskProcedures, "tasks.create"),
  named(taskProcedures, "tasks.update"),
  named(taskProcedures, "tasks.remove"),
  named(taskProcedures, "tasks.restore"),
  named(taskProcedures, "tasks.updateMany"),
];
const [newComment, updateComment, react, removeComment, restoreComment] = [
  named(commentProcedures, "comments.create"),
  named(commentProcedures, "comments.update"),
  named(commentProcedures, "comments.react"),
  named(commentProcedures, "comments.remove"),
  named(commentProcedures, "comments.restore"),
];
const [newView, updateView, removeView] = [
  named(viewProcedures, "views.create"),
  named(viewProcedures, "views.update"),
  named(viewProcedures, "views.remove"),
];
const [newTaskView, updateTaskView, removeTaskView] = [
  named(taskViewProcedures, "taskViews.create"),
  named(taskViewProcedures, "taskViews.update"),
  named(taskViewProcedures, "taskViews.remove"),
];

let backend: Backend;
let owner: Owner;
let typeId: CardTypeId;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  await switchOn(owner, "content-templates");
  typeId = (await owner.call(named(cardProcedures, "cards.types"), {}))[0]?.id ?? expect.fail("no type");
});
afterAll(() => backend.close());

type Recorded = Promise<{ readonly recordId: RecordId | null }>;
const said = (text: string) => [{ type: "paragraph" as const, content: [{ text }] }];
let number = 0;
const card = () => owner.call(newCard, { typeId, fields: { name: `Card ${++number}` } });
const merge = async () => owner.call(mergeCards, { survivorId: (await card()).id, otherIds: [(await card()).id], choices: {} });
const task = (more: object = {}) => owner.call(newTask, { title: "Measure", due: "2030-01-01", ...more });
const comment = async (on: CardId) => owner.call(newComment, { cardId: on, body: said("Hello") });
const onTask = async (taskId: ActivityId) => owner.call(newComment, { taskId, body: said("Hello") });
const state = { sort: [] };

const actions: Record<string, () => Recorded> = {
  "a new card": card,
  "an edit of a card": async () => owner.call(updateCard, { cardId: (await card()).id, fields: { name: "Edited" } }),
  "a deleted card": async () => owner.call(removeCard, { cardId: (await card()).id }),
  "a restored card": async () => {
    const { id: cardId } = await card();
    await owner.call(removeCard, { cardId });
    return owner.call(restoreCard, { cardId });
  },
  "a merge of cards": () => merge(),
  "a merge that was taken apart": async () => {
    const merged = await merge();
    return owner.call(undo, { recordId: merged.recordId ?? expect.fail("nothing changed") });
  },
  "a new task": () => task(),
  "an edit of a task": async () => owner.call(updateTask, { taskId: (await task()).id, title: "Again", priority: "HIGH" }),
  "a task that was done": async () => owner.call(updateTask, { taskId: (await task()).id, done: true }),
  "a repeated task that was done": async () =>
    owner.call(updateTask, {
      taskId: (await task({ repeat: { frequency: "day", every: 1, ends: { type: "never" } } })).id,
      done: true,
    }),
  "many tasks that were done": async () =>
    owner.call(updateTasks, { changes: [await task(), await task()].map(({ id }) => ({ taskId: id, done: true })) }),
  "a deleted task": async () => owner.call(removeTask, { taskId: (await task()).id }),
  "a restored task": async () => {
    const { id: taskId } = await task();
    await owner.call(removeTask, { taskId });
    return owner.call(restoreTask, { taskId });
  },
  "a new comment": async () => comment((await card()).id),
  "a new comment on a task": async () => onTask((await task()).id),
  "an edit of a comment": async () =>
    owner.call(updateComment, { commentId: (await comment((await card()).id)).id, body: said("Edited") }),
  "a reaction": async () => owner.call(react, { commentId: (await comment((await card()).id)).id, reaction: "LIKE", on: true }),
  "a deleted comment": async () => owner.call(removeComment, { commentId: (await comment((await card()).id)).id }),
  "a restored comment": async () => {
    const { id: commentId } = await comment((await card()).id);
    await owner.call(removeComment, { commentId });
    return owner.call(restoreComment, { commentId });
  },
  "a logged call": async () =>
    owner.call(named(communicationProcedures, "communications.create"), {
      type: "CALL",
      cardId: (await card()).id,
      happenedAt: "2025-03-01T10:00:00Z",
      note: "Asked",
    }),
  "a new meeting": async () =>
    owner.call(named(meetingProcedures, "meetings.create"), {
      title: "Survey",
      start: "2030-01-01T10:00",
      minutes: 30,
    }),
  "a new view": () => owner.call(newView, { typeId, name: "Hot", isPrivate: false, state }),
  "an edit of a view": async () =>
    owner.call(updateView, {
      viewId: (await owner.call(newView, { typeId, name: "Hot", isPrivate: false, state })).id,
      name: "Hotter",
    }),
  "a deleted view": async () =>
    owner.call(removeView, { viewId: (await owner.call(newView, { typeId, name: "Hot", isPrivate: false, state })).id }),
  "a new view of tasks": () => owner.call(newTaskView, { name: "Urgent", isPrivate: false, state: {} }),
  "an edit of a view of tasks": async () =>
    owner.call(updateTaskView, {
      viewId: (await owner.call(newTaskView, { name: "Urgent", isPrivate: false, state: {} })).id,
      name: "Later",
    }),
  "a deleted view of tasks": async () =>
    owner.call(removeTaskView, { viewId: (await owner.call(newTaskView, { name: "Urgent", isPrivate: false, state: {} })).id }),
  "a new template": () =>
    owner.call(named(templateProcedures, "templates.create"), {
      name: `Offer ${++number}`,
      channel: "sms",
      texts: { en: { body: "Hello" } },
    }),
};

describe("undone by several calls at once is undone once, and each says that it is undone:", () => {
  it.each(Object.keys(actions))("%s", async (name) => {
    const { recordId } = (await actions[name]?.()) ?? expect.fail();
    const id = recordId ?? expect.fail("nothing changed");
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        owner.call(undo, { recordId: id }).then(
          ({ recordId: by }) => (by ? "undone" : "was undone"),
          (error: unknown) => errorShape(error, "r").code,
        ),
      ),
    );
    expect(answers.toSorted()).toEqual(["undone", "was undone", "was undone", "was undone"]);
    // And so does one that comes later.
    expect(await owner.call(undo, { recordId: id })).toMatchObject({ recordId: null });
  });
});

it("what was made is taken back after each change of it has been, and not before", async () => {
  const made = await comment((await card()).id);
  const reaction = await owner.call(react, { commentId: made.id, reaction: "LIKE", on: true });
  const recordIdOf = ({ recordId }: Awaited<Recorded>) => ({ recordId: recordId ?? expect.fail("nothing changed") });
  await expect(owner.call(undo, recordIdOf(made))).rejects.toThrow("errors.undo.changedActivity");
  await owner.call(undo, recordIdOf(reaction));
  expect(await owner.call(undo, recordIdOf(made))).toMatchObject({ recordId: expect.any(String) });

  const planned = await task();
  const renamed = await owner.call(updateTask, { taskId: planned.id, title: "Again" });
  await expect(owner.call(undo, recordIdOf(planned))).rejects.toThrow("errors.undo.changedActivity");
  await owner.call(undo, recordIdOf(renamed));
  expect(await owner.call(undo, recordIdOf(planned))).toMatchObject({ recordId: expect.any(String) });

  for (const day of [{}, { day: "2030-01-02" }]) {
    const repeat = "day" in day ? { frequency: "day" as const, every: 1, ends: { type: "never" as const } } : null;
    const times = { title: "Survey", start: "2030-01-01T10:00", minutes: 30, repeat };
    const met = await owner.call(named(meetingProcedures, "meetings.create"), times);
    const move = { meetingId: met.id, ...day, start: "2030-01-02T11:00" };
    const moved = await owner.call(named(meetingProcedures, "meetings.update"), move);
    await expect(owner.call(undo, recordIdOf(met))).rejects.toThrow("errors.undo.changedActivity");
    await owner.call(undo, recordIdOf(moved));
    expect(await owner.call(undo, recordIdOf(met))).toMatchObject({ recordId: expect.any(String) });
  }
});

it("a restore is taken back after each change since has been, and not before", async () => {
  const recordIdOf = ({ recordId }: Awaited<Recorded>) => ({ recordId: recordId ?? expect.fail("nothing changed") });
  const [newMeeting, updateMeeting, removeMeeting, restoreMeeting] = [
    named(meetingProcedures, "meetings.create"),
    named(meetingProcedures, "meetings.update"),
    named(meetingProcedures, "meetings.remove"),
    named(meetingProcedures, "meetings.restore"),
  ];
  const { id: taskId } = await task();
  const repeat = { frequency: "day" as const, every: 1, ends: { type: "never" as const } };
  const { id: meetingId } = await owner.call(newMeeting, { title: "Survey", start: "2030-01-01T10:00", minutes: 30, repeat });
  const restored: Record<string, readonly [() => Recorded, readonly (() => Recorded)[]]> = {
    task: [
      async () => {
        await owner.call(removeTask, { taskId });
        return owner.call(restoreTask, { taskId });
      },
      [
        () => owner.call(updateTask, { taskId, title: "Again" }),
        () => owner.call(updateTask, { taskId, title: "And again", priority: "HIGH" }),
      ],
    ],
    meeting: [
      async () => {
        await owner.call(removeMeeting, { meetingId });
        return owner.call(restoreMeeting, { meetingId });
      },
      [
        () => owner.call(updateMeeting, { meetingId, scope: "one", day: "2030-01-03", start: "2030-01-03T12:00" }),
        () => owner.call(updateMeeting, { meetingId, title: "Inspection" }),
      ],
    ],
  };
  for (const [restore, edits] of Object.values(restored)) {
    const back = recordIdOf(await restore());
    const made: { recordId: RecordId }[] = [];
    for (const edit of edits) made.push(recordIdOf(await edit()));
    await expect(owner.call(undo, back)).rejects.toThrow("errors.undo.changedActivity");
    for (const record of made.toReversed()) {
      await expect(owner.call(undo, back)).rejects.toThrow("errors.undo.changedActivity");
      await owner.call(undo, record);
    }
    expect(await owner.call(undo, back)).toMatchObject({ recordId: expect.any(String) });
  }
});
