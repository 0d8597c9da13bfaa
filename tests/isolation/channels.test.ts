import { once } from "node:events";
import { mkdtemp, rm, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { functions } from "@kartis/functions/functions.ts";
import { type Cloud, startCloud } from "@kartis/local/cloud.ts";
import { repositoryRoot } from "@kartis/stacks/bundle.ts";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { openSession, type Session } from "../bench/session.ts";

/** Over the channels themselves: sockets, file links, exports, as browsers reach them. */
let cloud: Cloud;
let mine: Session;
let theirs: Session;
/** In the order of creation. A start that is given up half way continues, and must be waited for: the bundler outlives its process and holds its pipes. */
const closers: (() => unknown)[] = [];
const patienceMs = 180_000; // It may be the first to bundle all functions.

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "kartis-channels-"));
  closers.push(() => rm(dataDir, { recursive: true, force: true }));
  const webDist = join(dataDir, "site");
  await mkdir(webDist);
  await writeFile(join(webDist, "index.html"), "<!doctype html><title>Kartis</title>");
  const starting = startCloud({ dataDir, webDist, functions, subscriptions, buildDir: join(repositoryRoot, ".local/build") });
  closers.push(() => starting.then((started) => started.close()));
  cloud = await starting;
  mine = await openSession(cloud.origin);
  closers.push(() => mine.close());
  theirs = await openSession(cloud.origin);
  closers.push(() => theirs.close());
}, patienceMs);
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
}, patienceMs);

const Types = z.array(z.object({ id: z.string(), slug: z.string() }));
const leadsOf = async (session: Session) =>
  Types.parse(await session.call("cards.types", {})).find((type) => type.slug === "leads")?.id ?? "";
const cookieOf = (session: Session) => [...session.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
const ticketOf = async (session: Session | null): Promise<Response> =>
  fetch(`${cloud.origin}/api/realtime`, { method: "POST", headers: { cookie: session ? cookieOf(session) : "" } });
const Ticket = z.object({ url: z.string(), ticket: z.string() });

/** A socket as a browser opens it, with everything it hears. */
async function listen(session: Session): Promise<{ heard: { subject?: { id: string } }[] }> {
  const { url, ticket } = Ticket.parse(await (await ticketOf(session)).json());
  const socket = new WebSocket(`${url}?ticket=${ticket}`);
  const heard: { subject?: { id: string } }[] = [];
  socket.addEventListener("message", ({ data }) => heard.push(JSON.parse(String(data))));
  onTestFinished(() => socket.close());
  await once(socket, "open");
  return { heard };
}

const Card = z.object({ id: z.string() });

it("a socket hears what changes in its own organization, without a value of it, and nothing of another's", async () => {
  const [ears, otherEars] = [await listen(mine), await listen(theirs)];
  const own = Card.parse(await mine.call("cards.create", { typeId: await leadsOf(mine), fields: { name: "Mine alone" } }));
  const other = Card.parse(
    await theirs.call("cards.create", { typeId: await leadsOf(theirs), fields: { name: "Theirs alone" } }),
  );
  await expect.poll(() => ears.heard.map((message) => message.subject?.id)).toContain(own.id);
  await expect.poll(() => otherEars.heard.map((message) => message.subject?.id)).toContain(other.id);
  expect(ears.heard.map((message) => message.subject?.id)).not.toContain(other.id);
  expect(otherEars.heard.map((message) => message.subject?.id)).not.toContain(own.id);
  expect(JSON.stringify([ears.heard, otherEars.heard])).not.toContain("alone");
});

it("a ticket is for one connection, and nobody gets one without a session", async () => {
  expect((await ticketOf(null)).status).toBe(401);
  const { url, ticket } = Ticket.parse(await (await ticketOf(mine)).json());
  const open = async (address: string) => {
    const socket = new WebSocket(address);
    const event = await Promise.race([once(socket, "open").then(() => "open"), once(socket, "error").then(() => "refused")]);
    socket.close();
    return event;
  };
  expect(await open(`${url}?ticket=${ticket}`)).toBe("open");
  expect(await open(`${url}?ticket=${ticket}`)).toBe("refused");
  expect(await open(`${url}?ticket=guess`)).toBe("refused");
  expect(await open(url)).toBe("refused");
});

const Operation = z.object({ state: z.string(), resultUrl: z.string().nullable() });

it("a file's link opens for its organization alone, and an export has its own cards alone", async () => {
  const typeId = await leadsOf(theirs);
  const { operationId } = z.object({ operationId: z.string() }).parse(await theirs.call("cards.export", { cardTypeId: typeId }));
  const done = async () => Operation.parse(await theirs.call("operations.get", { operationId }));
  await expect.poll(done).toMatchObject({ state: "done" });
  const { resultUrl } = await done();
  const download = (session: Session | null) =>
    fetch(cloud.origin + resultUrl, { headers: { cookie: session ? cookieOf(session) : "" }, redirect: "manual" });
  expect((await download(mine)).status).toBe(404);
  expect((await download(null)).status).toBe(401);
  const redirect = await download(theirs);
  expect(redirect.status).toBe(302);
  const csv = await (await fetch(redirect.headers.get("location") ?? "")).text();
  expect(csv).toContain("Theirs alone");
  expect(csv).not.toContain("Mine alone");
});

it("a request from another site is refused, and every answer has its request's id", async () => {
  const call = (headers: Record<string, string>) =>
    fetch(`${cloud.origin}/api/trpc/profile.update`, {
      method: "POST",
      body: '{"name":"Intruder"}',
      headers: { cookie: cookieOf(mine), "content-type": "application/json", ...headers },
    });
  const refused = await call({ origin: "https://evil.example", "x-request-id": "0b9c1a52-7f6e-4c58-9a37-3f0a3a1c9d10" });
  expect(refused.status).toBe(403);
  expect(refused.headers.get("x-request-id")).toBe("0b9c1a52-7f6e-4c58-9a37-3f0a3a1c9d10");
  const me = z.object({ user: z.object({ name: z.string() }) }).parse(await mine.call("identity.me", {}));
  expect(me.user.name).not.toBe("Intruder");
  expect((await call({ origin: cloud.origin })).status).toBe(200);
});
