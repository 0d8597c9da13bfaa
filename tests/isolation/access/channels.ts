import { handler as tellSockets } from "@kartis/events/realtime/on-change.ts";
import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import type { Permission } from "@kartis/core/kernel/permission.ts";
import { connect, disconnect, issueTicket, moveTo } from "@kartis/core/realtime/index.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod";
import { named } from "../../support/people.ts";
import {
  askAs,
  belonging,
  type CardState,
  contentOf,
  counted,
  finish,
  type Level,
  newCard,
  newFile,
  openFile,
  type ProcedureName,
  type TestCard,
  type Way,
  type Whose,
  whose,
  type World,
  worth,
} from "./world.ts";
import { sqsRecord } from "../../support/sqs.ts";

/** A way in which something of a card could reach somebody, or something be done to it. */
export interface Channel {
  readonly name: string;
  /** What of the API it goes through. */
  readonly procedures: readonly ProcedureName[];
  /** Each of them is tried at every level, the others held. */
  readonly rights: readonly Permission[];
  /** Where a right does not reach as far as its level says, or further. */
  readonly expected?: (right: Permission, level: Level, of: Whose) => boolean;
  /** For channels where the caller does not matter. */
  readonly ways?: readonly Way[];
  /** Whether that person's card is revealed, or something done to it. A text says in what way it is neither refused nor done. */
  reaches(world: World, of: Whose): Promise<boolean | string>;
}

/** The one table of what a level reaches. */
export const reach: Readonly<Record<Level, Readonly<Record<Whose, boolean>>>> = {
  ORGANIZATION: { own: true, mate: true, stranger: true, assigned: true },
  ROLE_GROUP: { own: true, mate: true, stranger: false, assigned: true },
  USER: { own: true, mate: false, stranger: false, assigned: true },
  NONE: { own: false, mate: false, stranger: false, assigned: false },
};

const nobody = (): boolean => false;
/** The right is had or not: how far it reaches is said by another. */
const atAnyLevel = (right: Permission) => (asked: Permission, level: Level, of: Whose) =>
  asked === right ? level !== "NONE" : reach[level][of];

const read = ["CARDS.read"] as const;
const update = ["CARDS.update", "CARDS.read"] as const;
const remove = ["CARDS.delete", "CARDS.read"] as const;
const browser = ["session", "view as"] as const;

const says = (answer: unknown, { name }: Pick<TestCard, "name">): boolean => JSON.stringify(answer).includes(name);
const field = (world: World, key: string): string => world.fieldIds[key] ?? key;

/** The answer reveals the card that existed from the beginning. */
const reading = (
  name: string,
  procedure: ProcedureName,
  input: (world: World, card: TestCard, of: Whose) => unknown,
  more: Partial<Channel> = {},
): Channel => ({
  name,
  procedures: [procedure],
  rights: read,
  reaches: async (world, of) => says(await world.ask(procedure, input(world, world.cards[of], of)), world.cards[of]),
  ...more,
});

const State = z.object({ version: z.number(), trashedAt: z.string().nullable() });
/** The card as the owner finds it; null for a deleted one. */
async function stateOf({ owner }: World, cardId: CardId): Promise<CardState | null> {
  const state = State.safeParse(await askAs(owner, "cards.get", { id: cardId }));
  return state.success ? state.data : null;
}

/** As if there were no such card. */
const asGone = /"NOT_FOUND"|validation\.(?:cardGone|noMatch)/;

/**
 * For a card to which nothing is done: a person who sees it learns that they may not, and not that it did not exist; a person who does not see it learns
 * nothing about it.
 */
function refused({ right, level }: World, of: Whose, answer: unknown, card: Pick<TestCard, "name">): string | false {
  const sees = right !== "CARDS.read" || reach[level][of];
  if (sees) return asGone.test(JSON.stringify(answer)) ? "is answer that it were not there, though it is seen" : false;
  return says(answer, card) ? "is answer of, though it is not seen" : false;
}

/** The call changes a new card of that person's, or is refused as it should be. */
const changing = (
  name: string,
  procedures: readonly ProcedureName[],
  rights: readonly Permission[],
  act: (world: World, card: TestCard, of: Whose) => Promise<unknown>,
  prepare: (world: World, of: Whose) => Promise<TestCard> = newCard,
): Channel => ({
  name,
  procedures,
  rights,
  async reaches(world, of) {
    const card = await prepare(world, of);
    const answer = await act(world, card, of);
    const { version, trashedAt } = (await stateOf(world, card.id)) ?? {};
    const isChanged = version !== card.state.version || trashedAt !== card.state.trashedAt;
    return isChanged || refused(world, of, answer, card);
  },
});

const owner = (world: World, name: ProcedureName, input: unknown) => askAs(world.owner, name, input);
async function inTrash(world: World, of: Whose): Promise<TestCard> {
  const card = await newCard(world, of);
  return { ...card, state: State.parse(await owner(world, "cards.remove", { cardId: card.id })) };
}
const Recorded = z.object({ recordId: z.string() });
const Begun = z.object({ operationId: z.string() });
const edit = (world: World) => ({ kind: "edit", fields: { [field(world, "note")]: "Changed" } });
const listOf = (world: World, card: TestCard) => ({
  query: { cardTypeId: world.typeId, filter: { fieldId: "name", operator: "EQUAL", value: card.name } },
});

const lists: readonly Channel[] = [
  reading("list of a type", "cards.search", ({ typeId }) => ({ cardTypeId: typeId, limit: 200 })),
  reading("list of all types", "cards.search", () => ({ limit: 200 })),
  reading("list, filtered", "cards.search", (_, { name }) => ({ filter: { fieldId: "name", operator: "EQUAL", value: name } })),
  reading("list, searched", "cards.search", ({ typeId }, { email }) => ({ cardTypeId: typeId, search: email })),
  {
    name: "total of a list",
    procedures: ["cards.search"],
    rights: read,
    async reaches(world, of) {
      const answer = await world.ask("cards.search", { cardTypeId: world.countedTypeId, limit: 1 });
      const { total } = z.object({ total: z.number().default(0) }).parse(answer);
      return (total & counted[of]) !== 0;
    },
  },
  {
    name: "sum of a list",
    procedures: ["cards.search"],
    rights: read,
    async reaches(world, of) {
      const filter = { fieldId: "name", operator: "IN", value: whose.map((one) => world.cards[one].name) };
      const answer = await world.ask("cards.search", {
        cardTypeId: world.typeId,
        filter,
        sums: [field(world, "worth")],
        limit: 1,
      });
      const Sums = z.object({ sums: z.record(z.string(), z.object({ sum: z.number() })).default({}) });
      const { sum = 0 } = Sums.parse(answer).sums[field(world, "worth")] ?? {};
      return Math.floor(sum / worth[of]) % 10 === 1;
    },
  },
  {
    name: "count beside a type",
    procedures: ["cards.types"],
    rights: read,
    async reaches(world, of) {
      const answer = await world.ask("cards.types", {});
      const types = z.array(z.object({ id: z.string(), count: z.number() })).parse(answer);
      return ((types.find(({ id }) => id === world.countedTypeId)?.count ?? 0) & counted[of]) !== 0;
    },
  },
  reading("names of related cards in a list", "cards.search", ({ typeId, hub }) => ({
    cardTypeId: typeId,
    filter: { fieldId: "name", operator: "EQUAL", value: hub.name },
  })),
  reading("group by owner", "cards.group", ({ typeId }) => ({ cardTypeId: typeId, by: "owner" }), {
    reaches: async (world, of) => {
      const by = { cardTypeId: world.typeId, by: "owner" };
      return JSON.stringify(await world.ask("cards.group", by)).includes(world.people[of].userId);
    },
  }),
  {
    name: "board's lane",
    procedures: ["cards.group"],
    rights: read,
    async reaches(world, of) {
      const answer = await world.ask("cards.group", { cardTypeId: world.countedTypeId, by: "status" });
      const lanes = z
        .array(z.object({ count: z.number() }))
        .catch([])
        .parse(answer);
      return ((lanes[0]?.count ?? 0) & counted[of]) !== 0;
    },
  },
  ...(["name", "email", "phone"] as const).map((by) =>
    reading(`search by ${by}`, "cards.freeSearch", (_, card) => ({ query: card[by], limit: 50 })),
  ),
  {
    name: "next and previous",
    procedures: ["cards.neighbours"],
    rights: read,
    async reaches(world, of) {
      const query = { cardTypeId: world.typeId, sort: [{ fieldId: "createdAt", direction: "asc" }] };
      const Place = z.object({ position: z.number().nullish(), nextId: z.string().nullish(), previousId: z.string().nullish() });
      const place = async (cardId: string) => Place.parse(await world.ask("cards.neighbours", { ...query, cardId }));
      const { id } = world.cards[of];
      const { position = null } = await place(id);
      let next: string | null | undefined = world.cards.own.id;
      while (next && next !== id) next = (await place(next)).nextId;
      if ((position !== null) !== (next === id && position !== null)) return "has a place that no way leads to";
      return position !== null;
    },
  },
];

const single: readonly Channel[] = [
  reading("card", "cards.get", (_, { id }) => ({ id })),
  reading("names that a card's values have", "cards.get", ({ hub }) => ({ id: hub.id })),
  reading("related cards", "cards.related", ({ hub }) => ({ cardId: hub.id })),
  reading("related cards, page by page", "cards.related", ({ hub }) => ({ cardId: hub.id, limit: 200 })),
  {
    ...reading("cards that name it", "cards.related", (_, { id }) => ({ cardId: id })),
    reaches: async (world, of) => says(await world.ask("cards.related", { cardId: world.cards[of].id }), world.hub),
  },
  reading("history", "cards.history", (_, { id }) => ({ cardId: id })),
  reading("names in a history", "cards.history", ({ hub }) => ({ cardId: hub.id })),
  {
    name: "what was merged into it",
    procedures: ["cards.merges"],
    rights: read,
    async reaches(world, of) {
      const [survivor, other] = [await newCard(world, "own"), await newCard(world, of)];
      await owner(world, "cards.merge", { survivorId: survivor.id, otherIds: [other.id] });
      return says(await world.ask("cards.merges", { cardId: survivor.id }), other);
    },
  },
  {
    ...reading("who has this value already", "cards.checkDuplicate", () => ({})),
    async reaches(world, of) {
      const { email, name } = world.cards[of];
      const input = { cardTypeId: world.typeId, name: "Somebody new", fields: { [field(world, "email")]: email } };
      return says(await world.ask("cards.checkDuplicate", input), { name });
    },
  },
  {
    ...reading("who may be the same", "cards.checkDuplicate", () => ({})),
    async reaches(world, of) {
      const { phone, name } = world.cards[of];
      const input = { cardTypeId: world.typeId, name: "Somebody new", fields: { [field(world, "phone")]: phone } };
      return says(await world.ask("cards.checkDuplicate", input), { name });
    },
  },
  {
    name: "explanation of who may see it",
    procedures: ["cards.explainAccess"],
    rights: ["CARDS.read", "ROLES.read"],
    expected: atAnyLevel("ROLES.read"),
    async reaches(world, of) {
      const input = { cardId: world.cards[of].id, userId: world.people.mate.userId };
      return JSON.stringify(await world.ask("cards.explainAccess", input)).includes('"answers"');
    },
  },
  ...(["favorites", "recent"] as const).map((kept): Channel => ({
    name: kept,
    procedures: kept === "favorites" ? ["favorites.add", "favorites.list"] : ["recent.visit", "recent.list"],
    rights: read,
    async reaches(world, of) {
      const card = await newCard(world, of);
      await world.ask(kept === "favorites" ? "favorites.add" : "recent.visit", { cardId: card.id });
      return says(await world.ask(`${kept}.list`, {}), card);
    },
  })),
  ...(["favorites", "recent"] as const).map((kept): Channel => ({
    name: `${kept}, of a card that was one's own`,
    procedures: kept === "favorites" ? ["favorites.add", "favorites.list"] : ["recent.visit", "recent.list"],
    rights: read,
    async reaches(world, of) {
      const card = await newCard(world, "own");
      await world.ask(kept === "favorites" ? "favorites.add" : "recent.visit", { cardId: card.id });
      await owner(world, "cards.update", { cardId: card.id, fields: belonging(world, of) });
      return says(await world.ask(`${kept}.list`, {}), card);
    },
  })),
  {
    name: "trash",
    procedures: ["cards.trash"],
    rights: remove,
    async reaches(world, of) {
      const card = await inTrash(world, of);
      return says(await world.ask("cards.trash", { search: card.name }), card);
    },
  },
  {
    name: "card in the trash",
    procedures: ["cards.get"],
    rights: read,
    async reaches(world, of) {
      const card = await inTrash(world, of);
      return says(await world.ask("cards.get", { id: card.id }), card);
    },
  },
];

const output: readonly Channel[] = [
  ...[false, true].map((isChosen): Channel => ({
    name: isChosen ? "export of chosen cards" : "export of a list",
    procedures: ["cards.export", "operations.get", "files.download"],
    rights: read,
    async reaches(world, of) {
      const cardIds = whose.map((one) => world.cards[one].id);
      const begun = await world.ask("cards.export", { cardTypeId: world.typeId, ...(isChosen ? { cardIds } : {}) });
      return says(await finish(world.me, begun), world.cards[of]);
    },
  })),
  {
    name: "names of related cards in an export",
    procedures: ["cards.export"],
    rights: read,
    async reaches(world, of) {
      const begun = await world.ask("cards.export", { cardTypeId: world.typeId, cardIds: [world.hub.id] });
      return says(await finish(world.me, begun), world.cards[of]);
    },
  },
  {
    name: "examples of what a changed field does",
    procedures: ["cardTypes.preview"],
    rights: read,
    async reaches(world, of) {
      const note = field(world, "note");
      const text = `Note of ${of}`;
      await owner(world, "cards.update", { cardId: world.cards[of].id, fields: { [note]: text } });
      const fields = [
        { id: "name", key: "name", type: "text", label: "Name", required: true },
        { id: "owner", key: "owner", type: "user", label: "Owner" },
        { id: note, key: "note", type: "number", label: "Note" },
      ];
      return JSON.stringify(await world.ask("cardTypes.preview", { typeId: world.typeId, fields })).includes(text);
    },
  },
  ...(["audit.search", "audit.changes", "audit.export"] as const).flatMap((name): readonly Channel[] => {
    /** Who did it is shown by the permission for the audit; a card's content, by the permission for the card. */
    const rights = ["AUDIT.read", "CARDS.read"] as const;
    return [
      {
        name: `${name === "audit.search" ? "audit" : name === "audit.changes" ? "one record of the audit" : "export of the audit"}`,
        procedures: name === "audit.export" ? ["audit.export", "operations.get", "files.download"] : [name],
        rights,
        // The right to the audit goes by who did something: a card that is assigned to one was changed by somebody else all the same.
        expected: (right, level, of) => reach[level][right === "AUDIT.read" && of === "assigned" ? "stranger" : of],
        // An owner has created the cards, and so sees that as their own doing.
        ways: ["session", "token", "narrow token"],
        async reaches(world, of) {
          const card = await newCard(world, of);
          const changed = await askAs(world.people[of], "cards.update", {
            cardId: card.id,
            fields: { name: `${card.name} again` },
          });
          const done = Recorded.safeParse(changed);
          // Somebody who sees no card has changed none: what was done in their name before they lost the permission is shown like any other.
          const recordId = done.success ? done.data.recordId : (await latestRecords(world.owner.orgId, 1, null))[0]?.id;
          const filter = { subjectId: card.id };
          const answer =
            name === "audit.changes"
              ? await world.ask(name, { recordId })
              : name === "audit.export"
                ? await finish(world.me, await world.ask(name, filter))
                : await world.ask(name, { ...filter, limit: 100 });
          return says(answer, card);
        },
      },
    ];
  }),
  {
    name: "card whose page a colleague looks at",
    procedures: ["presence.list"],
    rights: read,
    async reaches(world, of) {
      const connectionId = `tab-${world.cards[of].id}`;
      const { orgId, userId } = world.people.stranger;
      await connect(connectionId, await issueTicket(orgId, userId, systemClock), systemClock);
      await moveTo(connectionId, `/cards/cases/${world.cards[of].id}`, systemClock);
      const answer = await world.ask("presence.list", {});
      await disconnect(connectionId);
      return says(answer, world.cards[of]) || JSON.stringify(answer).includes(world.cards[of].id);
    },
  },
  {
    name: "socket's message about a change",
    procedures: [],
    rights: read,
    // Nobody: it says that something changed, and what it is now one asks for, as oneself.
    expected: nobody,
    ways: browser,
    async reaches(world, of) {
      const card = await newCard(world, of);
      const connectionId = `ears-${card.id}`;
      const { orgId, userId } = world.me;
      await connect(connectionId, await issueTicket(orgId, userId, systemClock), systemClock);
      const changed = await owner(world, "cards.update", { cardId: card.id, fields: { name: `${card.name} again` } });
      const { recordId } = Recorded.parse(changed);
      await tellSockets({ Records: [sqsRecord({ detail: { orgId, recordId, actions: ["card.update"] } })] });
      await disconnect(connectionId);
      const answer = heard.get(connectionId);
      if (!answer?.includes(card.id)) return "was not answer at all";
      return says(answer, card);
    },
  },
];

/** Of the whole organization or of nothing: a right that reaches only some cards would leave others out unseen. */
const wholly = (_: Permission, level: Level): boolean => level === "ORGANIZATION";

const personal: readonly Channel[] = [
  {
    name: "what is known of a person",
    procedures: ["personalData.preview"],
    rights: remove,
    expected: wholly,
    reaches: async (world, of) =>
      JSON.stringify(await world.ask("personalData.preview", { cardId: world.cards[of].id })).includes('"parts"'),
  },
  {
    name: "export of what is known of a person",
    procedures: ["personalData.export", "operations.get", "files.download"],
    rights: remove,
    expected: wholly,
    reaches: async (world, of) =>
      JSON.stringify(await world.ask("personalData.export", { cardId: world.cards[of].id })).includes('"operationId"'),
  },
  {
    ...changing("erasing a person", ["personalData.erase"], remove, (world, { id }) =>
      world.ask("personalData.erase", { cardId: id }),
    ),
    expected: wholly,
  },
];

const dashboard: readonly Channel[] = [
  {
    name: "dashboard's records by status",
    procedures: ["dashboard.pipeline"],
    rights: read,
    async reaches(world, of) {
      const answer = await world.ask("dashboard.pipeline", { typeId: world.countedTypeId });
      const { count } = z.object({ count: z.number().default(0) }).parse(answer);
      return (count & counted[of]) !== 0;
    },
  },
  reading("dashboard's own records", "dashboard.mine", () => ({ limit: 20 }), {
    expected: (_, level, of) => of === "own" && reach[level][of],
  }),
];

/** What was sent to each socket: API Gateway's side of them. */
export const heard = new Map<string, string>();
export async function startSockets(): Promise<Server> {
  const server = createServer((request, response) => {
    const connectionId = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      heard.set(connectionId, (heard.get(connectionId) ?? "") + body);
      response.writeHead(200).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  process.env["SOCKETS_ENDPOINT"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return server;
}

/** A file on a card of that person's, put there by somebody else. */
async function withFile(world: World, of: Whose): Promise<TestCard & { readonly fileId: string }> {
  const card = await newCard(world, of);
  return { ...card, fileId: await newFile(world.people.stranger, card.id, `${card.name}.txt`) };
}

const files: readonly Channel[] = [
  {
    name: "files of a card",
    procedures: ["files.ofCard"],
    rights: read,
    async reaches(world, of) {
      const card = await withFile(world, of);
      return says(await world.ask("files.ofCard", { cardId: card.id }), card);
    },
  },
  {
    name: "archive of files",
    procedures: ["files.list"],
    rights: ["STORAGE.read", "CARDS.read"],
    async reaches(world, of) {
      const card = await withFile(world, of);
      return says(await world.ask("files.list", { search: card.name, limit: 200 }), card);
    },
  },
  {
    name: "archive of files, with what one uploaded to another's card",
    procedures: ["files.list"],
    rights: ["CARDS.read"],
    async reaches(world, of) {
      const card = await newCard(world, "own");
      // Uploaded by somebody who saw the card then; where one sees none, there is nothing that one could have uploaded.
      const uploaded = await askAs(world.me, "files.createUpload", { name: "a.txt", bytes: 3, purpose: "card", cardId: card.id });
      const isUploaded = z.object({ fileId: z.string() }).safeParse(uploaded).success;
      if (isUploaded) await newFile(world.me, card.id, `${card.name}.txt`);
      await owner(world, "cards.update", { cardId: card.id, fields: belonging(world, of) });
      return says(await world.ask("files.list", { limit: 200 }), card);
    },
  },
  {
    name: "address of a file",
    procedures: ["files.download"],
    rights: read,
    async reaches(world, of) {
      const { fileId } = await withFile(world, of);
      return JSON.stringify(await world.ask("files.download", { fileId })).includes("http");
    },
  },
  {
    name: "link to a file",
    procedures: ["files.download"],
    rights: read,
    ways: browser,
    async reaches(world, of) {
      const card = await withFile(world, of);
      const content = await contentOf(world.me, card.fileId);
      return content !== null && says(content, card);
    },
  },
  {
    name: "picture of a card",
    procedures: ["files.download"],
    rights: read,
    ways: browser,
    async reaches(world, of) {
      const { fileId } = await withFile(world, of);
      return (await openFile(world.me, fileId, "inline")).location !== null;
    },
  },
  {
    name: "upload to a card",
    procedures: ["files.createUpload", "files.finish"],
    rights: ["STORAGE.create", "CARDS.read"],
    async reaches(world, of) {
      const card = await newCard(world, of);
      const begun = await world.ask("files.createUpload", { name: "a.txt", bytes: 3, purpose: "card", cardId: card.id });
      return JSON.stringify(begun).includes('"fileId"');
    },
  },
  {
    name: "deletion of a file",
    procedures: ["files.remove"],
    rights: ["STORAGE.delete", "CARDS.read"],
    async reaches(world, of) {
      const { fileId } = await withFile(world, of);
      await world.ask("files.remove", { fileId });
      return (await openFile(world.owner, fileId)).location === null;
    },
  },
  {
    name: "another card's file on a new card",
    procedures: ["cards.create"],
    rights: read,
    async reaches(world, of) {
      const card = await withFile(world, of);
      const fields = { name: "Copy", owner: world.people.own.userId, [field(world, "papers")]: [{ fileId: card.fileId }] };
      const made = await world.ask("cards.create", { typeId: world.typeId, fields });
      return says(made, card);
    },
  },
];

const changes: readonly Channel[] = [
  changing("edit", ["cards.update"], update, (world, { id }) =>
    world.ask("cards.update", { cardId: id, fields: { [field(world, "note")]: "Changed" } }),
  ),
  changing("paste into a table", ["cards.updateMany"], update, (world, { id }) =>
    world.ask("cards.updateMany", { changes: [{ cardId: id, fields: { [field(world, "note")]: "Changed" } }] }),
  ),
  changing("move to another status", ["cards.update"], update, (world, { id }) =>
    world.ask("cards.update", { cardId: id, fields: { status: "done" } }),
  ),
  changing("link from it", ["cards.link"], update, (world, { id }) =>
    world.ask("cards.link", { cardId: id, fieldId: field(world, "links"), targetId: world.cards.own.id }),
  ),
  changing(
    "taking a link off it",
    ["cards.unlink"],
    update,
    (world, { id }) => world.ask("cards.unlink", { cardId: id, fieldId: field(world, "links"), targetId: world.cards.own.id }),
    (world, of) => newCard(world, of, { [field(world, "links")]: [world.cards.own.id] }),
  ),
  {
    name: "link to it",
    procedures: ["cards.link"],
    rights: read,
    async reaches(world, of) {
      const [from, to] = [await newCard(world, "own"), await newCard(world, of)];
      const answer = await world.ask("cards.link", { cardId: from.id, fieldId: field(world, "links"), targetId: to.id });
      const now = JSON.stringify(await owner(world, "cards.get", { id: from.id })).includes(to.id);
      return now || (says(answer, to) ? "is answer of, though not linked" : false);
    },
  },
  ...(["cards.create", "cards.update", "cards.updateMany"] as const).map((name): Channel => ({
    name: `naming it, by ${name}`,
    procedures: [name],
    rights: read,
    async reaches(world, of) {
      const [from, to] = [await newCard(world, "own"), await newCard(world, of)];
      const links = { [field(world, "links")]: [to.id] };
      const input = {
        "cards.create": { typeId: world.typeId, fields: { name: "From", owner: world.people.own.userId, ...links } },
        "cards.update": { cardId: from.id, fields: links },
        "cards.updateMany": { changes: [{ cardId: from.id, fields: links }] },
      }[name];
      const answer = await world.ask(name, input);
      const related = JSON.stringify(await owner(world, "cards.related", { cardId: to.id }));
      return related.includes('"namedBy"') && related.includes(name === "cards.create" ? "From" : from.name)
        ? true
        : says(answer, to)
          ? "is answer of, though not named"
          : false;
    },
  })),
  {
    name: "new card for somebody",
    procedures: ["cards.create"],
    rights: ["CARDS.create"],
    reaches: async (world, of) =>
      JSON.stringify(
        await world.ask("cards.create", { typeId: world.typeId, fields: { name: "New", ...belonging(world, of) } }),
      ).includes('"recordId"'),
  },
  changing("new card that it names", ["cards.create"], update, (world, { id }) =>
    world.ask("cards.create", {
      typeId: world.typeId,
      fields: { name: "Named", owner: world.people.own.userId },
      namedBy: { cardId: id, fieldId: field(world, "links") },
    }),
  ),
  {
    name: "showing a password",
    procedures: ["cards.reveal"],
    rights: update,
    async reaches(world, of) {
      const card = await newCard(world, of, { [field(world, "safe")]: `open ${of}` });
      const answer = await world.ask("cards.reveal", { cardId: card.id, fieldId: field(world, "safe") });
      return JSON.stringify(answer).includes(`open ${of}`);
    },
  },
  changing("deletion", ["cards.remove"], remove, (world, { id }) => world.ask("cards.remove", { cardId: id })),
  changing("restoring", ["cards.restore"], remove, (world, { id }) => world.ask("cards.restore", { cardId: id }), inTrash),
  changing("deletion for good", ["cards.purge"], remove, (world, { id }) => world.ask("cards.purge", { cardId: id }), inTrash),
  {
    name: "undoing an edit of it",
    procedures: ["changes.undo"],
    rights: update,
    async reaches(world, of) {
      const card = await newCard(world, of);
      const edited = await owner(world, "cards.update", { cardId: card.id, fields: { [field(world, "note")]: "Changed" } });
      const answer = await world.ask("changes.undo", { recordId: Recorded.parse(edited).recordId });
      const isUndone = !JSON.stringify(await owner(world, "cards.get", { id: card.id })).includes("Changed");
      return isUndone || refused(world, of, answer, card);
    },
  },
  {
    name: "undoing its deletion",
    procedures: ["changes.undo"],
    rights: remove,
    async reaches(world, of) {
      const card = await newCard(world, of);
      const { recordId } = Recorded.parse(await owner(world, "cards.remove", { cardId: card.id }));
      const answer = await world.ask("changes.undo", { recordId });
      const isBack = (await stateOf(world, card.id))?.trashedAt === null;
      return isBack || refused(world, of, answer, card);
    },
  },
];

/** Two cards of which the one is always in reach, so that what is tried is the other. */
const merging = (
  name: string,
  procedure: ProcedureName,
  tried: "survivor" | "other",
  act: (world: World, survivor: TestCard, other: TestCard) => Promise<unknown>,
  isDone = (answer: unknown, _survivor: TestCard): boolean => JSON.stringify(answer).includes('"recordId"'),
): Channel => ({
  name,
  procedures: [procedure],
  rights: tried === "survivor" ? update : remove,
  async reaches(world, of) {
    const [theirs, mine] = [await newCard(world, of), await newCard(world, "own")];
    const [survivor, other] = tried === "survivor" ? [theirs, mine] : [mine, theirs];
    const answer = await act(world, survivor, other);
    return isDone(answer, survivor) || refused(world, of, answer, theirs);
  },
});
async function merged(world: World, survivor: TestCard, other: TestCard): Promise<string> {
  return Recorded.parse(await owner(world, "cards.merge", { survivorId: survivor.id, otherIds: [other.id] })).recordId;
}

const Survivors = z.object({ survivorIds: z.array(z.string()).default([]) });

const merges: readonly Channel[] = (["survivor", "other"] as const).flatMap((tried) => [
  merging(
    `preview of a merge, as ${tried}`,
    "cards.mergePreview",
    tried,
    (world, survivor, other) => world.ask("cards.mergePreview", { survivorId: survivor.id, otherIds: [other.id] }),
    // It may be the other way round alone that one may.
    (answer, { id }) => Survivors.parse(answer).survivorIds.includes(id),
  ),
  merging(`merge, as ${tried}`, "cards.merge", tried, (world, survivor, other) =>
    world.ask("cards.merge", { survivorId: survivor.id, otherIds: [other.id] }),
  ),
  merging(
    `preview of taking a merge apart, as ${tried}`,
    "cards.unmergePreview",
    tried,
    async (world, survivor, other) => world.ask("cards.unmergePreview", { recordId: await merged(world, survivor, other) }),
    (answer) => JSON.stringify(answer).includes('"attributed"'),
  ),
  merging(`taking a merge apart, as ${tried}`, "cards.unmerge", tried, async (world, survivor, other) =>
    world.ask("cards.unmerge", { recordId: await merged(world, survivor, other) }),
  ),
  merging(`undoing a merge, as ${tried}`, "changes.undo", tried, async (world, survivor, other) =>
    world.ask("changes.undo", { recordId: await merged(world, survivor, other) }),
  ),
]);

const bulkKinds = [
  { kind: "edit", rights: update, prepare: newCard },
  { kind: "delete", rights: remove, prepare: newCard },
  { kind: "restore", rights: remove, prepare: inTrash },
  { kind: "purge", rights: remove, prepare: inTrash },
] as const;

const bulk: readonly Channel[] = [
  ...bulkKinds.flatMap(({ kind, rights, prepare }): readonly Channel[] => {
    const change = (world: World) => (kind === "edit" ? edit(world) : { kind });
    return [
      {
        name: `preview of a bulk ${kind}`,
        procedures: ["bulk.preview"],
        rights,
        async reaches(world, of) {
          const card = await prepare(world, of);
          const answer = await world.ask("bulk.preview", { selection: { cardIds: [card.id] }, change: change(world) });
          const { changing: count } = z.object({ changing: z.number().default(0) }).parse(answer);
          return count > 0 || refused(world, of, answer, card);
        },
      },
      changing(
        `bulk ${kind} of chosen cards`,
        ["bulk.start", "operations.get"],
        rights,
        async (world, { id }) =>
          finish(world.me, await world.ask("bulk.start", { selection: { cardIds: [id] }, change: change(world) })),
        prepare,
      ),
    ];
  }),
  ...bulkKinds.slice(0, 2).flatMap(({ kind, rights }): readonly Channel[] => {
    const change = (world: World) => (kind === "edit" ? edit(world) : { kind });
    return [
      {
        name: `preview of a bulk ${kind} of a list`,
        procedures: ["bulk.preview"],
        rights,
        async reaches(world, of) {
          const card = await newCard(world, of);
          const answer = await world.ask("bulk.preview", { selection: listOf(world, card), change: change(world) });
          return z.object({ changing: z.number().default(0) }).parse(answer).changing > 0 || refused(world, of, answer, card);
        },
      },
      changing(`bulk ${kind} of a list`, ["bulk.start", "operations.get"], rights, async (world, card) =>
        finish(world.me, await world.ask("bulk.start", { selection: listOf(world, card), change: change(world) })),
      ),
    ];
  }),
  ...(["changes.previewRevert", "changes.revert"] as const).map((name): Channel => ({
    name: name === "changes.revert" ? "taking a bulk edit back" : "preview of taking a bulk edit back",
    procedures: [name],
    rights: update,
    async reaches(world, of) {
      const card = await newCard(world, of);
      const begun = await owner(world, "bulk.start", { selection: { cardIds: [card.id] }, change: edit(world) });
      await finish(world.owner, begun);
      const before = await stateOf(world, card.id);
      const answer = await world.ask(name, Begun.parse(begun));
      if (name === "changes.previewRevert") {
        const { changing: count } = z.object({ changing: z.number().default(0) }).parse(answer);
        return count > 0 || refused(world, of, answer, card);
      }
      const finished = await finish(world.me, answer);
      const isBack = (await stateOf(world, card.id))?.version !== before?.version;
      return isBack || refused(world, of, finished, card);
    },
  })),
];

const matching = (world: World) => ({
  typeId: world.typeId,
  mapping: [
    { column: 0, fieldId: "name" },
    { column: 1, fieldId: field(world, "email") },
    { column: 2, fieldId: field(world, "note") },
  ],
  mode: "update",
  matchFieldId: field(world, "email"),
});

/** A CSV in the import's temporary store, uploaded by the one who asks. */
async function uploadCsv(world: World, content: string): Promise<string> {
  const target = await world.me.call(named(procedures, "imports.createUpload"), {
    fileName: "cards.csv",
    bytes: Buffer.byteLength(content),
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  form.append("file", new Blob([content]));
  await fetch(target.url, { method: "POST", body: form });
  return target.fileId;
}

const imports: readonly Channel[] = [
  {
    name: "what an import's row would change",
    procedures: ["imports.checkRows"],
    rights: update,
    async reaches(world, of) {
      const { email, name } = world.cards[of];
      const rows = [{ line: 2, cells: ["Renamed", email, "From a file"] }];
      const answer = await world.ask("imports.checkRows", { ...matching(world), rows });
      return JSON.stringify(answer).includes('"outcome":"update"') || refused(world, of, answer, { name });
    },
  },
  {
    name: "name of a card in an import's row",
    procedures: ["imports.checkRows"],
    rights: read,
    async reaches(world, of) {
      const answer = await world.ask("imports.checkRows", {
        typeId: world.typeId,
        mapping: [
          { column: 0, fieldId: "name" },
          { column: 1, fieldId: field(world, "links") },
        ],
        mode: "create",
        rows: [{ line: 2, cells: ["From a file", world.cards[of].name] }],
      });
      return JSON.stringify(answer).includes('"outcome":"create"');
    },
  },
  changing("import that updates", ["imports.createUpload", "imports.start", "operations.get"], update, async (world, card) => {
    const content = `Name,E-mail,Note\n${card.name.slice(0, 1)},${card.email},From a file\n`;
    if (typeof (await askAs(world.me, "imports.suggestMapping", { typeId: world.typeId, headers: ["Name"] })) !== "object")
      return null;
    const fileId = await uploadCsv(world, content);
    return finish(world.me, await world.ask("imports.start", { ...matching(world), fileId }));
  }),
];

export const channels: readonly Channel[] = [
  ...lists,
  ...single,
  ...output,
  ...personal,
  ...dashboard,
  ...files,
  ...changes,
  ...merges,
  ...bulk,
  ...imports,
];
