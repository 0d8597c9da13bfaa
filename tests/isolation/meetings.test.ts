import type { Permission } from "@kartis/core/kernel/permission.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { type Backend, startBackend } from "../support/backend.ts";
import { reach } from "./access/channel.ts";
import {
  askAs,
  finish,
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
 * The same table for meetings: procedures × levels × whose meeting. A meeting is somebody's who made it or takes part in it; who asks by a session, a token, a
 * narrow token or the role's eyes.
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

const Meeting = z.object({ id: z.string(), version: z.number(), guests: z.array(z.object({ id: z.string() })) });
let counter = 0;

/** A meeting that this person made and takes part in; or, `assigned`, one that a stranger made, in which whoever asks takes part. */
async function newMeeting({ people }: World, of: Whose): Promise<{ id: string; guestId: string; title: string }> {
  const title = `meeting${++counter}x`;
  const participants = [of === "assigned" ? people.own.userId : people[of].userId];
  const guests = [{ email: "guest@x.example" }];
  const made = await askAs(people[of], "meetings.create", { title, start: "2030-01-01T10:00Z", participants, guests, repeat });
  const { id, guests: invited } = Meeting.parse(made);
  return { id, guestId: invited[0]?.id ?? "", title };
}
const repeat = { frequency: "day", every: 1, ends: { type: "after", times: 3 } };
const day = "2030-01-02";

const versionOf = async ({ owner }: World, meetingId: string) =>
  Meeting.parse(await askAs(owner, "meetings.get", { meetingId })).version;

const InRange = z.object({ occurrences: z.array(z.object({ meetingId: z.string(), canUpdate: z.boolean() })) });

interface Try {
  readonly name: ProcedureName;
  readonly rights: readonly Permission[];
  reaches(world: World, of: Whose): Promise<boolean>;
}

const reads = (name: ProcedureName, input: (meeting: { id: string; title: string }) => unknown): Try => ({
  name,
  rights: ["MEETINGS.read"],
  async reaches(world, of) {
    const meeting = await newMeeting(world, of);
    return JSON.stringify(await world.ask(name, input(meeting))).includes(meeting.title);
  },
});
const changes = (
  name: ProcedureName,
  right: Permission,
  input: (meetingId: string, guestId: string) => unknown,
  prepare?: (world: World, meetingId: string) => Promise<unknown>,
): Try => ({
  name,
  rights: [right, "MEETINGS.read"],
  async reaches(world, of) {
    const { id, guestId } = await newMeeting(world, of);
    await prepare?.(world, id);
    const before = await versionOf(world, id);
    const answer = await world.ask(name, input(id, guestId));
    const isChanged = (await versionOf(world, id)) !== before;
    // What one may see but not change is refused as that, what one may not see as if it were not there.
    if (!isChanged) expect(JSON.stringify(answer)).toMatch(/NO_PERMISSION|NOT_FOUND/);
    return isChanged;
  },
});
const trashFirst = (world: World, meetingId: string) => askAs(world.owner, "meetings.remove", { meetingId });
const removeFirst = (world: World, meetingId: string) => askAs(world.owner, "meetings.remove", { meetingId, scope: "one", day });
const changeFirst = (world: World, meetingId: string) =>
  askAs(world.owner, "meetings.update", { meetingId, scope: "one", day, title: "Other" });
const window = { from: "2030-01-01T00:00:00Z", until: "2030-01-05T00:00:00Z" };

const tries: readonly Try[] = [
  reads("meetings.range", () => ({ ...window, timeZone: "UTC" })),
  reads("meetings.get", ({ id: meetingId }) => ({ meetingId })),
  {
    name: "meetings.busy",
    rights: ["MEETINGS.read"],
    async reaches(world, of) {
      const { title } = await newMeeting(world, of);
      const userIds = Object.values(world.people).map(({ userId }) => userId);
      return JSON.stringify(await world.ask("meetings.busy", { ...window, userIds })).includes(title);
    },
  },
  {
    // A calendar entry that may be changed says so.
    name: "meetings.range",
    rights: ["MEETINGS.update"],
    async reaches(world, of) {
      const { id } = await newMeeting(world, of);
      const { occurrences } = InRange.parse(await world.ask("meetings.range", { ...window, timeZone: "UTC" }));
      return occurrences.some(({ meetingId, canUpdate }) => meetingId === id && canUpdate);
    },
  },
  {
    name: "meetings.trash",
    rights: ["MEETINGS.delete", "MEETINGS.read"],
    async reaches(world, of) {
      const { id, title } = await newMeeting(world, of);
      await trashFirst(world, id);
      return JSON.stringify(await world.ask("meetings.trash", { search: title })).includes(title);
    },
  },
  changes("meetings.update", "MEETINGS.update", (meetingId) => ({ meetingId, minutes: 30 })),
  changes("meetings.update", "MEETINGS.update", (meetingId) => ({ meetingId, scope: "one", day, minutes: 30 })),
  changes("meetings.update", "MEETINGS.update", (meetingId) => ({ meetingId, scope: "following", day, minutes: 30 })),
  changes("meetings.answer", "MEETINGS.update", (meetingId, guestId) => ({ meetingId, guestId, rsvp: "ACCEPTED" })),
  changes("meetings.remove", "MEETINGS.delete", (meetingId) => ({ meetingId })),
  changes("meetings.remove", "MEETINGS.delete", (meetingId) => ({ meetingId, scope: "one", day })),
  changes("meetings.reset", "MEETINGS.update", (meetingId) => ({ meetingId, day }), changeFirst),
  changes("meetings.restore", "MEETINGS.delete", (meetingId) => ({ meetingId }), trashFirst),
  changes("meetings.restore", "MEETINGS.delete", (meetingId) => ({ meetingId, day }), removeFirst),
  {
    name: "meetings.export",
    rights: ["MEETINGS.read"],
    async reaches(world, of) {
      const { title } = await newMeeting(world, of);
      return JSON.stringify(await finish(world.me, await world.ask("meetings.export", { ...window, timeZone: "UTC" }))).includes(
        title,
      );
    },
  },
  {
    name: "changes.undo",
    rights: ["MEETINGS.update", "MEETINGS.read"],
    async reaches(world, of) {
      const { id: meetingId } = await newMeeting(world, of);
      const edited = await askAs(world.owner, "meetings.update", { meetingId, title: "Other" });
      const { recordId } = z.object({ recordId: z.string() }).parse(edited);
      await world.ask("changes.undo", { recordId });
      return (await versionOf(world, meetingId)) === 3;
    },
  },
  {
    name: "audit.search",
    rights: ["MEETINGS.read"],
    async reaches(world, of) {
      const { id, title } = await newMeeting(world, of);
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
    "%s: %s reaches own, mate's, stranger's and assigned meetings as its level says",
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
