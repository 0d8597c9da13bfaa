import type { Permission } from "@kartis/core/kernel/permission.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { type Backend, startBackend } from "../support/backend.ts";
import { openChat } from "../support/whatsapp-number.ts";
import { fillBalance, proveSender } from "../support/sms-sender.ts";
import { reach } from "./access/channel.ts";
import {
  askAs,
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
 * The same table for comments and logged conversations: procedures × levels × whose. They are theirs who wrote them; they stand on a card of whoever asks, so
 * that only the permission over comments counts.
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

const Made = z.object({ id: z.string(), version: z.number() });
const said = (text: string) => [{ type: "paragraph", content: [{ text }] }];
/** Comments cannot be assigned. */
const authors = whose.filter((of): of is Exclude<Whose, "assigned"> => of !== "assigned");
let counter = 0;

interface Written {
  readonly id: string;
  readonly words: string;
  readonly taskId?: string;
}
const cardOf = ({ cards }: World) => cards.own.id;

async function comment(world: World, of: Whose): Promise<Written> {
  const words = `said${++counter}x`;
  const made = await askAs(world.people[of], "comments.create", { cardId: cardOf(world), body: said(words) });
  return { id: Made.parse(made).id, words };
}
/** On a task of the owner's. */
async function commentOnTask(world: World, of: Whose): Promise<Written> {
  const words = `said${++counter}x`;
  const { id: taskId } = Made.parse(await askAs(world.owner, "tasks.create", { title: "To do", due: "2030-01-01" }));
  const made = await askAs(world.people[of], "comments.create", { taskId, body: said(words) });
  return { id: Made.parse(made).id, words, taskId };
}
async function logged(world: World, of: Whose): Promise<Written> {
  const words = `said${++counter}x`;
  const made = await askAs(world.people[of], "communications.create", { type: "CALL", cardId: cardOf(world), note: words });
  return { id: Made.parse(made).id, words };
}
async function mailed(world: World, of: Whose): Promise<Written> {
  const words = `said${++counter}x`;
  const mail = { cardId: cardOf(world), to: [{ email: "dana@x.example" }], subject: words, body: said(words) };
  return { id: Made.parse(await askAs(world.people[of], "mails.send", mail)).id, words };
}
async function texted(world: World, of: Whose): Promise<Written> {
  const words = `said${++counter}x`;
  await proveSender(world.owner);
  await fillBalance(world.owner, 1);
  const sms = { cardId: cardOf(world), text: words };
  return { id: Made.parse(await askAs(world.people[of], "sms.send", sms)).id, words };
}
/** From a customer, in a conversation that is this person's. */
async function whatsapped(world: World, of: Whose): Promise<Written> {
  const words = `said${++counter}x`;
  const message = { cardId: cardOf(world), phone: "+972501234567", text: words, people: [world.people[of].userId] };
  return { id: (await openChat(world.owner, message)).whatsappId, words };
}

async function versionOf(world: World, id: string): Promise<number> {
  const trail = z.object({ total: z.number() });
  return trail.parse(await askAs(world.owner, "audit.search", { subjectId: id, limit: 1 })).total;
}

interface Try {
  readonly name: ProcedureName;
  readonly rights: readonly Permission[];
  reaches(world: World, of: Whose): Promise<boolean>;
}
const reads = (name: ProcedureName, write: typeof comment, input: (of: Written, world: World) => unknown): Try => ({
  name,
  rights: ["COMMENTS.read"],
  async reaches(world, of) {
    const written = await write(world, of);
    return JSON.stringify(await world.ask(name, input(written, world))).includes(written.words);
  },
});
const changes = (
  name: ProcedureName,
  right: Permission,
  write: typeof comment,
  input: (id: string) => unknown,
  prepare?: ProcedureName,
): Try => ({
  name,
  rights: [right, "COMMENTS.read"],
  async reaches(world, of) {
    const { id } = await write(world, of);
    if (prepare) await askAs(world.owner, prepare, input(id));
    const before = await versionOf(world, id);
    const answer = await world.ask(name, input(id));
    const isChanged = (await versionOf(world, id)) !== before;
    if (!isChanged) expect(JSON.stringify(answer)).toMatch(/NO_PERMISSION|NOT_FOUND/);
    return isChanged;
  },
});

const ofComment = (more: object) => (commentId: string) => ({ commentId, ...more });
const ofLogged = (more: object) => (communicationId: string) => ({ communicationId, ...more });

const ofMail = (more: object) => (mailId: string) => ({ mailId, ...more });

const ofWhatsApp = (more: object) => (whatsappId: string) => ({ whatsappId, ...more });
const ofSms = (more: object) => (smsId: string) => ({ smsId, ...more });
/** SMS have a permission of their own. */
const withSms = ({ rights, ...rest }: Try): Try => ({
  ...rest,
  rights: rights.map((right) => (right === "COMMENTS.read" ? "SMS.read" : right)),
});

const tries: readonly Try[] = [
  reads("timeline.list", comment, (_, world) => ({ cardId: cardOf(world), limit: 5 })),
  reads("timeline.list", logged, (_, world) => ({ cardId: cardOf(world), limit: 5, channels: ["calls"] })),
  reads("comments.versions", comment, ({ id: commentId }) => ({ commentId })),
  reads("comments.ofTask", commentOnTask, ({ taskId }) => ({ taskId })),
  reads("comments.versions", commentOnTask, ({ id: commentId }) => ({ commentId })),
  {
    name: "comments.replies",
    rights: ["COMMENTS.read"],
    async reaches(world, of) {
      // Who answers sees what they answer.
      const { id: parentId } = await comment(world, of === "stranger" ? "own" : of);
      const words = `said${++counter}x`;
      await askAs(world.people[of], "comments.create", { cardId: cardOf(world), body: said(words), parentId });
      return JSON.stringify(await world.ask("comments.replies", { commentId: parentId })).includes(words);
    },
  },
  {
    name: "timeline.top",
    rights: ["COMMENTS.read"],
    async reaches(world, of) {
      const { id, words } = await comment(world, of);
      await askAs(world.owner, "comments.update", { commentId: id, pinned: true });
      const answer = JSON.stringify(await world.ask("timeline.top", { cardId: cardOf(world) })).includes(words);
      await askAs(world.owner, "comments.update", { commentId: id, pinned: false });
      return answer;
    },
  },
  {
    name: "timeline.trash",
    rights: ["COMMENTS.delete", "COMMENTS.read"],
    async reaches(world, of) {
      const { id: commentId, words } = await comment(world, of);
      await askAs(world.owner, "comments.remove", { commentId });
      return JSON.stringify(await world.ask("timeline.trash", { cardId: cardOf(world) })).includes(words);
    },
  },
  {
    name: "files.download",
    rights: ["COMMENTS.read"],
    async reaches(world, of) {
      const { id: commentId, words } = await comment(world, of);
      const fileId = await attachedFile(world.owner, commentId, words);
      await askAs(world.owner, "comments.update", { commentId, attachments: [fileId] });
      return JSON.stringify(await world.ask("files.download", { fileId })).includes("http");
    },
  },
  {
    name: "files.ofCard",
    rights: ["COMMENTS.read"],
    async reaches(world, of) {
      const { id: commentId, words } = await comment(world, of);
      await attachedFile(world.owner, commentId, words);
      return JSON.stringify(await world.ask("files.ofCard", { cardId: cardOf(world) })).includes(words);
    },
  },
  {
    name: "audit.search",
    rights: ["COMMENTS.read"],
    async reaches(world, of) {
      const { id, words } = await comment(world, of);
      return JSON.stringify(await world.ask("audit.search", { subjectId: id, limit: 1 })).includes(words);
    },
  },
  changes("comments.update", "COMMENTS.update", comment, ofComment({ pinned: true })),
  changes("comments.remove", "COMMENTS.delete", comment, ofComment({})),
  changes("comments.update", "COMMENTS.update", commentOnTask, ofComment({ body: said("Otherwise") })),
  changes("comments.remove", "COMMENTS.delete", commentOnTask, ofComment({})),
  changes("comments.restore", "COMMENTS.delete", commentOnTask, ofComment({}), "comments.remove"),
  changes("comments.restore", "COMMENTS.delete", comment, ofComment({}), "comments.remove"),
  changes("communications.update", "COMMENTS.update", logged, ofLogged({ pinned: true })),
  changes("communications.remove", "COMMENTS.delete", logged, ofLogged({})),
  changes("communications.restore", "COMMENTS.delete", logged, ofLogged({}), "communications.remove"),
  reads("timeline.list", mailed, (_, world) => ({ cardId: cardOf(world), limit: 5, channels: ["mail"] })),
  changes("mails.update", "COMMENTS.update", mailed, ofMail({ pinned: true })),
  changes("mails.remove", "COMMENTS.delete", mailed, ofMail({})),
  changes("mails.restore", "COMMENTS.delete", mailed, ofMail({}), "mails.remove"),
  reads("timeline.list", whatsapped, (_, world) => ({ cardId: cardOf(world), limit: 5, channels: ["whatsapp"] })),
  changes("whatsapp.update", "COMMENTS.update", whatsapped, ofWhatsApp({ pinned: true })),
  changes("whatsapp.remove", "COMMENTS.delete", whatsapped, ofWhatsApp({})),
  changes("whatsapp.restore", "COMMENTS.delete", whatsapped, ofWhatsApp({}), "whatsapp.remove"),
  withSms(reads("timeline.list", texted, (_, world) => ({ cardId: cardOf(world), limit: 5, channels: ["sms"] }))),
  withSms(changes("sms.update", "SMS.update", texted, ofSms({ pinned: true }))),
  withSms(changes("sms.remove", "SMS.delete", texted, ofSms({}))),
  withSms(changes("sms.restore", "SMS.delete", texted, ofSms({}), "sms.remove")),
  {
    ...changes("comments.react", "COMMENTS.read", comment, ofComment({ reaction: "LIKE", on: true })),
    rights: ["COMMENTS.read"],
  },
  {
    name: "changes.undo",
    rights: ["COMMENTS.update", "COMMENTS.read"],
    async reaches(world, of) {
      const { id: commentId } = await comment(world, of);
      const edited = await askAs(world.owner, "comments.update", { commentId, pinned: true });
      const { recordId } = z.object({ recordId: z.string() }).parse(edited);
      await world.ask("changes.undo", { recordId });
      return (await versionOf(world, commentId)) === 3;
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
  it.each(cases)("%s: %s reaches own, mate's and stranger's as its level says", { timeout: 300_000 }, async (_, right, one) => {
    const asked = way === "session" ? levels : (["ROLE_GROUP"] as const);
    const cells: [string, boolean][] = [];
    for (const level of asked) {
      const world = await worldOf(way, right, level);
      for (const of of authors) cells.push([`${level} ${of}`, await one.reaches(world, of)]);
    }
    const expected = asked.flatMap((level) => authors.map((of) => [`${level} ${of}`, reach[level][of]]));
    expect(Object.fromEntries(cells)).toEqual(Object.fromEntries(expected));
  });
});
