import { procedures } from "@kartis/functions/api/procedures.ts";
import { routes } from "@kartis/functions/api/routes.ts";
import type { Server } from "node:http";
import type { Permission } from "@kartis/core/kernel/permission.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Backend, startBackend } from "../support/backend.ts";
import { type Channel, reach } from "./access/channel.ts";
import { channels } from "./access/channels.ts";
import { startSockets } from "../support/sockets.ts";
import { others } from "./access/others.ts";
import { isExposed, type Level, levels, newWorld, type Way, ways, whose, type World } from "./access/world.ts";

let backend: Backend;
let sockets: Server;
beforeAll(async () => {
  backend = await startBackend();
  sockets = await startSockets();
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterAll(async () => {
  sockets.close();
  await backend.close();
  vi.restoreAllMocks();
});

/**
 * Channels × levels × whose card: a session, an API token and an owner previewing the role go through everything by which something of a card could reach them,
 * or something be done to it. The expectation comes from `reach` alone.
 */
const worlds = new Map<string, Promise<World>>();
/** One organization for all channels with the same questions; at level ORGANIZATION the caller lacks nothing, whichever permission it is. */
function worldOf(way: Way, right: Permission, level: Level): Promise<World> {
  const key = `${way} ${level === "ORGANIZATION" ? "any" : right} ${level}`;
  const known = worlds.get(key) ?? newWorld(way, right, level);
  worlds.set(key, known);
  return known;
}

const isOf = (way: Way, channel: Channel): boolean =>
  (channel.ways ?? ways).includes(way) && (way === "session" || way === "view as" || isExposed(channel.procedures));

/**
 * A session tries each right that a channel takes, at each level. The other ways make another actor of the same rights: they try the first right, at the one
 * level that reaches neither all, nor none, nor one's own alone, so that no other can be taken for it.
 */
const rightsBy = (way: Way, { rights }: Channel): readonly (readonly [Permission, readonly Level[]])[] =>
  way === "session"
    ? // At the level that reaches all, the first right stands for the others.
      rights.map((right, at) => [right, at === 0 ? levels : levels.filter((level) => level !== "ORGANIZATION")])
    : rights.slice(0, 1).map((right) => [right, ["ROLE_GROUP"]]);

describe.each(ways)("by %s", (way) => {
  const tried = channels.filter((channel) => isOf(way, channel));
  const cases = tried.flatMap((channel) =>
    rightsBy(way, channel).map(([right, of]) => [channel.name, right, channel, of] as const),
  );
  // Each is up to twelve tries, some of them with operations to the end: on a busy machine that takes its time.
  it.each(cases)(
    "%s: %s reaches own, mate's and stranger's cards as its level says",
    { timeout: 300_000 },
    async (_, right, channel, asked) => {
      const cells = await Promise.all(
        asked.map(async (level) => {
          const world = await worldOf(way, right, level);
          const found: [string, boolean | string][] = [];
          for (const of of whose) found.push([`${level} ${of}`, await channel.reaches(world, of)]);
          return found;
        }),
      );
      const expected = asked.flatMap((level) =>
        whose.map((of) => [`${level} ${of}`, channel.expected ? channel.expected(right, level, of) : reach[level][of]]),
      );
      expect(Object.fromEntries(cells.flat())).toEqual(Object.fromEntries(expected));
    },
  );
});

describe("the table of channels", () => {
  it("has every procedure, or the reason why it exposes nothing of a card", () => {
    const inTable = new Set<string>(channels.flatMap((channel) => channel.procedures));
    const named = [...inTable, ...Object.values(others).flat()];
    expect(named.toSorted()).toEqual(procedures.map(({ name }): string => name).toSorted());
  });

  it("has the routes that are not procedures", () => {
    // Of these, only files have anything of a card; the socket that realtime lets one into is a channel. A calendar's feed names neither cards nor guests.
    expect(Object.keys(routes)).toEqual([
      "POST /api/realtime",
      "GET /files/{fileId}",
      "GET /calendar/feed/{file}",
      "GET /api/identity/google",
      "GET /api/identity/google/callback",
      "GET /api/gmail/callback",
      "GET /api/unsubscribe/{token}",
      "POST /api/unsubscribe/{token}",
    ]);
  });
});
