import type { Permission } from "@kartis/core/kernel/permission.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { type Backend, startBackend } from "../support/backend.ts";
import { reach } from "./access/channel.ts";
import {
  askAs,
  finish,
  attachedFile,
  isExposed,
  type Level,
  levels,
  newWorld,
  type ProcedureName,
  type Way,
  ways,
  whose,
  type Whose,
  type World,
} from "./access/world.ts";

/*
 * The same table for tasks: procedures × levels × whose task. A task is somebody's who made it or is to do it; who asks by a session, a token, a narrow token
 * or the role's eyes.
 */
let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterAll(async () => {
  await backend.close();
  vi.restoreAllMocks();
});

const Task = z.object({ id: z.string(), version: z.number() });
let counter = 0;

/** A task that this person made, for nobody; or, `assigned`, one that a stranger made for whoever asks. */
async function newTask({ people }: World, of: Whose): Promise<{ id: string; version: number; title: string }> {
  const title = `task${++counter}x`;
  const assignedTo = of === "assigned" ? people.own.userId : null;
  const made = await askAs(people[of], "tasks.create", { title, due: "2030-01-01", assignedTo });
  return { ...Task.parse(made), title };
}

const versionOf = async ({ owner }: World, taskId: string) => Task.parse(await askAs(owner, "tasks.get", { taskId })).version;
const Count = z.object({ team: z.number().default(0) });

interface Try {
  readonly name: ProcedureName;
  readonly rights: readonly Permission[];
  reaches(world: World, of: Whose): Promise<boolean>;
}

const reads = (name: ProcedureName, input: (task: { id: string; title: string }) => unknown): Try => ({
  name,
  rights: ["TASKS.read"],
  async reaches(world, of) {
    const task = await newTask(world, of);
    return JSON.stringify(await world.ask(name, input(task))).includes(task.title);
  },
});
const changes = (
  name: ProcedureName,
  right: Permission,
  input: (taskId: string) => unknown,
  prepare?: (world: World, taskId: string) => Promise<unknown>,
): Try => ({
  name,
  rights: [right, "TASKS.read"],
  async reaches(world, of) {
    const { id } = await newTask(world, of);
    await prepare?.(world, id);
    const before = await versionOf(world, id);
    const answer = await world.ask(name, input(id));
    const isChanged = (await versionOf(world, id)) !== before;
    // What one may see but not change is refused as that, what one may not see as if it were not there.
    if (!isChanged) expect(JSON.stringify(answer)).toMatch(/NO_PERMISSION|NOT_FOUND/);
    return isChanged;
  },
});

const Answered = z.object({ changing: z.number().optional(), operation: z.object({ updated: z.number() }).optional() });
/** A change of many, which leaves out what may not be changed and says why: of tasks chosen one by one, and of a list. */
const changesMany = (
  name: "bulk.preview" | "bulk.start",
  right: Permission,
  change: unknown,
  selectionOf: (task: { id: string; title: string }) => unknown,
  prepare?: (world: World, taskId: string) => Promise<unknown>,
): Try => ({
  name,
  rights: [right, "TASKS.read"],
  async reaches(world, of) {
    const task = await newTask(world, of);
    await prepare?.(world, task.id);
    const before = await versionOf(world, task.id);
    const asked = await world.ask(name, { target: "tasks", selection: selectionOf(task), change });
    const answer = name === "bulk.start" ? await finish(world.me, asked) : asked;
    const { changing, operation } = Answered.parse(answer);
    const isChanged = (await versionOf(world, task.id)) !== before;
    if (operation || changing === undefined) expect(isChanged).toBe((operation?.updated ?? 0) > 0);
    const reaches = (changing ?? operation?.updated ?? 0) > 0;
    if (!reaches) expect(JSON.stringify(answer)).toMatch(/NO_PERMISSION|activityReadOnly|activityGone|"total":0/);
    return reaches;
  },
});
const said = (text: string) => [{ type: "paragraph", content: [{ text }] }];
/** A comment of the owner's on the task. */
const commentOn = async (world: World, taskId: string, text: string): Promise<{ commentId: string }> => ({
  commentId: z.object({ id: z.string() }).parse(await askAs(world.owner, "comments.create", { taskId, body: said(text) })).id,
});
const trashFirst = (world: World, taskId: string) => askAs(world.owner, "tasks.remove", { taskId });
const timeZone = "UTC";

const tries: readonly Try[] = [
  reads("tasks.list", ({ title }) => ({ timeZone, text: title })),
  reads("tasks.get", ({ id: taskId }) => ({ taskId })),
  reads("activities.search", () => ({ type: "TASK" })),
  // What is written on a task is seen by those who see the task.
  ...(["comments.ofTask", "comments.versions"] as const).map((name): Try => ({
    name,
    rights: ["TASKS.read"],
    async reaches(world, of) {
      const { id: taskId } = await newTask(world, of);
      const words = `said${++counter}x`;
      const { commentId } = await commentOn(world, taskId, words);
      return JSON.stringify(await world.ask(name, name === "comments.ofTask" ? { taskId } : { commentId })).includes(words);
    },
  })),
  {
    name: "comments.create",
    rights: ["TASKS.read"],
    async reaches(world, of) {
      const { id: taskId } = await newTask(world, of);
      return z.object({ taskId: z.string() }).safeParse(await world.ask("comments.create", { taskId, body: said("Seen") }))
        .success;
    },
  },
  {
    name: "comments.remove",
    rights: ["TASKS.read"],
    async reaches(world, of) {
      const { id: taskId } = await newTask(world, of);
      const comment = await commentOn(world, taskId, "Seen");
      return z.object({ trashedAt: z.string() }).safeParse(await world.ask("comments.remove", comment)).success;
    },
  },
  {
    name: "tasks.counts",
    rights: ["TASKS.read"],
    async reaches(world, of) {
      const before = Count.parse(await world.ask("tasks.counts", { timeZone })).team;
      await newTask(world, of);
      return Count.parse(await world.ask("tasks.counts", { timeZone })).team > before;
    },
  },
  {
    name: "tasks.trash",
    rights: ["TASKS.delete", "TASKS.read"],
    async reaches(world, of) {
      const { id, title } = await newTask(world, of);
      await trashFirst(world, id);
      return JSON.stringify(await world.ask("tasks.trash", { search: title })).includes(title);
    },
  },
  changes("tasks.update", "TASKS.update", (taskId) => ({ taskId, done: true })),
  changes("tasks.updateMany", "TASKS.update", (taskId) => ({ changes: [{ taskId, priority: "HIGH" }] })),
  changes("tasks.remove", "TASKS.delete", (taskId) => ({ taskId })),
  changes("tasks.removeMany", "TASKS.delete", (taskId) => ({ taskIds: [taskId] })),
  ...(["bulk.preview", "bulk.start"] as const).flatMap((name) => [
    changesMany(name, "TASKS.update", { kind: "edit", values: { priority: "HIGH" } }, ({ id }) => ({ taskIds: [id] })),
    changesMany(name, "TASKS.update", { kind: "move", days: 1, timeZone }, ({ title }) => ({ query: { text: title, timeZone } })),
    changesMany(name, "TASKS.delete", { kind: "delete" }, ({ title }) => ({ query: { text: title, timeZone } })),
    changesMany(name, "TASKS.delete", { kind: "restore" }, ({ title }) => ({ trash: { search: title } }), trashFirst),
  ]),
  {
    name: "changes.revert",
    rights: ["TASKS.update", "TASKS.read"],
    async reaches(world, of) {
      const { id } = await newTask(world, of);
      const asked = { target: "tasks", selection: { taskIds: [id] }, change: { kind: "edit", values: { done: true } } };
      const begun = z.object({ operationId: z.string() }).parse(await askAs(world.owner, "bulk.start", asked));
      await finish(world.owner, begun);
      const answer = await finish(world.me, await world.ask("changes.revert", begun));
      const isBack = (await versionOf(world, id)) === 3;
      if (!isBack) expect(JSON.stringify(answer)).toMatch(/NO_PERMISSION|FORBIDDEN|activityReadOnly|activityGone/);
      return isBack;
    },
  },
  changes("tasks.restore", "TASKS.delete", (taskId) => ({ taskId }), trashFirst),
  changes("tasks.restoreMany", "TASKS.delete", (taskId) => ({ taskIds: [taskId] }), trashFirst),
  {
    name: "tasks.export",
    rights: ["TASKS.read"],
    async reaches(world, of) {
      const { title } = await newTask(world, of);
      return JSON.stringify(await finish(world.me, await world.ask("tasks.export", { timeZone: "UTC" }))).includes(title);
    },
  },
  {
    name: "changes.undo",
    rights: ["TASKS.update", "TASKS.read"],
    async reaches(world, of) {
      const { id: taskId } = await newTask(world, of);
      const edited = await askAs(world.owner, "tasks.update", { taskId, title: "Other" });
      const { recordId } = z.object({ recordId: z.string() }).parse(edited);
      await world.ask("changes.undo", { recordId });
      return (await versionOf(world, taskId)) === 3;
    },
  },
  {
    name: "files.download",
    rights: ["TASKS.read"],
    async reaches(world, of) {
      const { id: taskId, title } = await newTask(world, of);
      const fileId = await attachedFile(world.owner, taskId, title);
      await askAs(world.owner, "tasks.update", { taskId, attachments: [fileId] });
      return JSON.stringify(await world.ask("files.download", { fileId })).includes("http");
    },
  },
  {
    name: "audit.search",
    rights: ["TASKS.read"],
    async reaches(world, of) {
      const { id, title } = await newTask(world, of);
      return JSON.stringify(await world.ask("audit.search", { subjectId: id, limit: 1 })).includes(title);
    },
  },
];

const worlds = new Map<string, Promise<World>>();
function worldOf(way: Way, right: Permission, level: Level): Promise<World> {
  const key = `${way} ${level === "ORGANIZATION" ? "any" : right} ${level}`;
  const known = worlds.get(key) ?? newWorld(way, right, level);
  worlds.set(key, known);
  return known;
}

describe.each(ways)("by %s", (way) => {
  const cases = tries
    .filter(({ name }) => way === "session" || way === "view as" || isExposed([name]))
    .flatMap((one) => (way === "session" ? one.rights : one.rights.slice(0, 1)).map((right) => [one.name, right, one] as const));
  it.each(cases)(
    "%s: %s reaches own, mate's, stranger's and assigned tasks as its level says",
    { timeout: 300_000 },
    async (_, right, one) => {
      const asked = way === "session" ? levels : (["ROLE_GROUP"] as const);
      const cells: [string, boolean][] = [];
      for (const level of asked) {
        const world = await worldOf(way, right, level);
        for (const of of whose) cells.push([`${level} ${of}`, await one.reaches(world, of)]);
      }
      const expected = asked.flatMap((level) => whose.map((of) => [`${level} ${of}`, reach[level][of]]));
      expect(Object.fromEntries(cells)).toEqual(Object.fromEntries(expected));
    },
  );
});
