import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { type GmailSide, gmailScopes, startGmail } from "@kartis/tests/support/gmail.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { connectionsTo, findConnection } from "./connections.ts";
import { noticed } from "./noticed.ts";
import { noticesOfMailbox } from "./notices.ts";
import { cookieOfStart, finish, gmailProcedures } from "./procedures.ts";
import { findProgress } from "./progress.ts";
import { GmailRefusal } from "./refusal.ts";
import { isBlocked } from "./rules.ts";
import { syncMailbox } from "./sync.ts";

const [settings, connect, disconnect] = [
  named(gmailProcedures, "gmail.settings"),
  named(gmailProcedures, "gmail.connect"),
  named(gmailProcedures, "gmail.disconnect"),
];

let backend: Backend;
let google: GmailSide;
let owner: Owner;
/** Added to the clocks of Google and of the runs. */
let later = 0;
const clock = { now: () => Date.now() + later };
beforeAll(async () => {
  backend = await startBackend();
  google = await startGmail(clock.now);
  owner = await newOwner();
});
afterAll(async () => {
  await google.close();
  await backend.close();
});
afterEach(() => {
  google.gmail.weather = "fine";
  google.gmail.pushWeather = "fine";
});

let counter = 0;
const newMailbox = () => `person${++counter}@kartis-firm.example`;
const refused = (messageKey: string, code = "PRECONDITION_FAILED") => ({ code, details: { messageKey } });
const at = async (person: Owner, email: string, scopes = gmailScopes) => {
  const { url } = await person.call(connect, {});
  const body = new URLSearchParams({ email });
  for (const scope of scopes) body.append("scope", scope);
  const response = await fetch(url, { method: "POST", redirect: "manual", body });
  const parameters = new URL(response.headers.get("location") ?? "").search.slice(1);
  return { kept: person.cookies.get(cookieOfStart) ?? "", parameters };
};

describe("connecting", () => {
  it("ends with a watched mailbox, whose token is nowhere to be read", async () => {
    const email = newMailbox();
    await google.connect(owner, email);
    const shown = await owner.call(settings, {});
    expect(shown).toMatchObject({ isOffered: true, mailbox: { email, sharing: "whole", problem: null, blocked: [] } });
    expect(google.gmail.isWatched(email)).toBe(true);
    const stored = await findConnection(owner.orgId, owner.userId);
    const records = JSON.stringify(await latestRecords(owner.orgId, 20, null));
    for (const where of [JSON.stringify(shown), records, JSON.stringify(stored)]) expect(where).not.toMatch(/1\/\/|ya29/);
    expect(records).toContain("gmail.connect");
    expect(records).not.toContain(stored?.refreshToken);
  });

  it("works only for who began it, in the organization where it was begun, once, and in time", async () => {
    const other = await newMember(owner, { systemRole: "ADMIN" });
    const begun = await at(owner, newMailbox());
    await expect(other.call(finish, begun)).rejects.toMatchObject(refused("errors.gmailFailed"));
    const second = await at(owner, newMailbox());
    // Another state, as in a forged link.
    await expect(owner.call(finish, { ...second, kept: begun.kept })).rejects.toMatchObject(refused("errors.gmailFailed"));
    await owner.call(finish, second);
    await expect(owner.call(finish, second)).rejects.toMatchObject(refused("errors.gmailFailed"));
    await expect(owner.call(finish, { kept: "", parameters: "code=1&state=2" })).rejects.toMatchObject(
      refused("errors.gmailFailed"),
    );
  });

  it("says what was missing: consent, a right, or a mailbox that is still free", async () => {
    const other = await newMember(owner, { systemRole: "ADMIN" });
    const email = newMailbox();
    await google.connect(owner, email);
    for (const scopes of [[], gmailScopes.slice(0, 1), gmailScopes.slice(1)])
      await expect(google.connect(other, newMailbox(), scopes)).rejects.toMatchObject(refused("errors.gmailScopes"));
    await expect(google.connect(other, email)).rejects.toMatchObject(refused("errors.gmailTaken", "CONFLICT"));
    const { kept } = await at(other, newMailbox());
    await expect(other.call(finish, { kept, parameters: "error=access_denied&state=x" })).rejects.toMatchObject(
      refused("errors.gmailDenied"),
    );
    expect((await other.call(settings, {})).mailbox).toBeNull();
  });

  it("in two organizations is one watch, which ends with the last of them", async () => {
    const elsewhere = await newOwner();
    const email = newMailbox();
    await google.connect(owner, email);
    await google.connect(elsewhere, email);
    expect(await connectionsTo(email)).toHaveLength(2);
    await owner.call(disconnect, { mails: "keep" });
    expect(google.gmail.isWatched(email)).toBe(true);
    await elsewhere.call(disconnect, { mails: "keep" });
    expect(google.gmail.isWatched(email)).toBe(false);
    expect(await findProgress(owner.orgId, owner.userId)).toBeUndefined();
    await elsewhere.call(disconnect, { mails: "keep" });
  });
});

describe("notifications", () => {
  it("are taken from Google's service account alone, signed for us, and now", async () => {
    const email = newMailbox();
    await google.connect(owner, email);
    const good = google.gmail.pushOf(email, 1_000_000);
    expect(await google.push(good)).toBe(204);
    const seconds = Math.floor(Date.now() / 1_000);
    const claims: readonly object[] = [
      { aud: "https://elsewhere.example/api/hooks/gmail" },
      { email: "somebody@p.example" },
      { email_verified: false },
      { iss: "https://evil.example" },
      { exp: seconds - 3_600 },
      { iat: seconds + 3_600 },
    ];
    for (const wrong of claims) expect(await google.push(google.gmail.pushOf(email, 1_000_000, wrong))).toBe(401);
    const [, head = "", body = "", signature = ""] = /^Bearer (.+)\.(.+)\.(.+)$/.exec(good.authorization) ?? [];
    const made = (header: object) => `${Buffer.from(JSON.stringify(header)).toString("base64url")}.${body}`;
    const hmac = made({ alg: "HS256", kid: "1" });
    const tokens = [
      "",
      "Bearer",
      `Bearer ${made({ alg: "none", kid: "1" })}.`,
      `Bearer ${made({ alg: "none", kid: "1" })}.${signature}`,
      `Bearer ${hmac}.${createHmac("sha256", JSON.stringify(google.accounts.keys)).update(hmac).digest("base64url")}`,
      `Bearer ${made({ alg: "RS256", kid: "2" })}.${signature}`,
      `Bearer ${head}.${Buffer.from("{}").toString("base64url")}.${signature}`,
      `Bearer ${head}.${body}.${signature.slice(0, -4)}AAAA`,
      `Basic ${good.authorization.slice(7)}`,
    ];
    for (const authorization of tokens) expect(await google.push({ ...good, authorization })).toBe(401);
  });

  it("of other mailboxes and subscriptions, and malformed ones, are taken and dropped", async () => {
    const { authorization, body } = google.gmail.pushOf("nobody@elsewhere.example", 1);
    expect(await google.push({ authorization, body })).toBe(204);
    const other = body.replace("subscriptions/s", "subscriptions/other");
    for (const one of [other, "", "{}", "[]", "null", `{"message":{"data":"!!"},"subscription":1}`])
      expect(await google.push({ authorization, body: one })).toBe(204);
    expect(await google.push({ authorization, body: "x".repeat(70_000) })).toBe(413);
  });
});

describe("reading a mailbox", () => {
  const email = newMailbox();
  const kept: string[] = [];
  const run = (until = Infinity) =>
    syncMailbox(owner.orgId, owner.userId, {
      clock,
      until,
      keep: (_, id) => {
        kept.push(id);
        return Promise.resolve();
      },
    });
  const progress = async () => (await findProgress(owner.orgId, owner.userId)) ?? expect.fail("no progress");
  const arrive = () => google.gmail.deliver(email, "From: a@b.example\r\n\r\n");
  beforeAll(() => google.connect(owner, email));
  afterEach(() => void kept.splice(0));

  it("reads page by page what is new, and nothing twice", async () => {
    const ids = Array.from({ length: 5 }, arrive);
    await run();
    expect(kept).toEqual(ids);
    await run();
    expect(kept).toEqual(ids);
  });

  it("stops when its time is up, and goes on from there", async () => {
    const ids = Array.from({ length: 5 }, arrive);
    await run(0);
    expect(kept.length).toBeLessThan(5);
    expect(Date.parse((await progress()).dueAt)).toBeLessThanOrEqual(clock.now());
    while (kept.length < 5) await run(0);
    expect(kept).toEqual(ids);
  });

  it("reads the last days where the history is forgotten, and goes on behind that", async () => {
    const ids = Array.from({ length: 4 }, arrive);
    google.gmail.forget(email);
    await run();
    expect(new Set(kept)).toEqual(new Set([...kept, ...ids]));
    kept.splice(0);
    const id = arrive();
    await run();
    expect(kept).toEqual([id]);
  });

  it.each([
    ["busy", "quota"],
    ["quota", "quota"],
    ["daily", "quota"],
    ["broken", "away"],
    ["lostBefore", "away"],
    ["garbled", "away"],
  ] as const)("%s: waits longer each time, and misses nothing", async (weather, delay) => {
    const id = arrive();
    google.gmail.weather = weather;
    let before = 0;
    for (let failures = 1; failures <= 3; failures++) {
      await run();
      expect(await progress()).toMatchObject({ delay, failures });
      const pause = Date.parse((await progress()).dueAt) - clock.now();
      expect(pause).toBeGreaterThan(before / 2);
      before = pause;
    }
    expect((await owner.call(settings, {})).mailbox).toMatchObject({ problem: null, delay });
    google.gmail.weather = "fine";
    await run();
    expect(kept).toEqual([id]);
    expect(await progress()).toMatchObject({ failures: 0 });
    expect((await progress()).delay).toBeUndefined();
  });

  it("forgets nothing of a page that broke off, for whatever reason", async () => {
    const ids = [arrive(), arrive(), arrive()];
    const broken = async (error: Error) => {
      const tried: string[] = [];
      await syncMailbox(owner.orgId, owner.userId, {
        clock,
        until: Infinity,
        keep(_, id) {
          tried.push(id);
          return tried.length < 2 ? Promise.resolve() : Promise.reject(error);
        },
      }).catch(() => undefined);
      // A run that has died keeps its claim for a while.
      later += 120_000;
    };
    await broken(new GmailRefusal("quota", "busy"));
    await broken(new Error("The engine did not answer"));
    await run();
    expect(kept).toEqual(ids);
  });

  it("takes a new access token when the old one has ended", async () => {
    const id = arrive();
    google.accounts.age();
    await run();
    expect(kept).toEqual([id]);
  });

  it("one run reads it at a time; another leaves word, and the first reads once more", async () => {
    const [first] = [arrive()];
    let second = "";
    await syncMailbox(owner.orgId, owner.userId, {
      clock,
      until: Infinity,
      async keep(_, id) {
        kept.push(id);
        if (second) return;
        second = arrive();
        expect(await run()).toBe("busy");
        const historyId = String(google.gmail.messagesOf(email)[0]?.historyId);
        const nobody = () => expect.fail("two at a time");
        await noticed(owner.orgId, { userId: owner.userId, historyId }, { clock, until: Infinity, keep: nobody });
      },
    });
    expect(kept).toEqual([first, second]);
  });

  it("is watched again each day, and read without a notification", async () => {
    google.gmail.pushWeather = "dropped";
    const id = arrive();
    await run();
    const calls = google.gmail.calls.length;
    later += 25 * 3_600_000;
    await run();
    expect(google.gmail.calls.slice(calls)).toContain("POST watch");
    later += 6 * 86_400_000;
    expect(google.gmail.isWatched(email)).toBe(true);
    expect(kept).toEqual([id]);
  });

  it("stops at once when access is withdrawn, tells its owner once, and goes on where it was when they reconnect", async () => {
    const id = arrive();
    google.accounts.revoke(email);
    await run();
    await run();
    const calls = google.gmail.calls.length;
    expect((await owner.call(settings, {})).mailbox).toMatchObject({ problem: "revoked" });
    await run();
    expect(google.gmail.calls.length).toBe(calls);
    const notices = (await latestRecords(owner.orgId, 50, null)).flatMap(noticesOfMailbox);
    expect(notices).toEqual([{ userId: owner.userId, kind: "gmailProblem", subjectId: owner.userId, details: { email } }]);
    expect(kept).toEqual([]);
    await google.connect(owner, email);
    await run();
    expect(kept).toEqual([id]);
  });

  it("a sweep reads what is due of all organizations", async () => {
    await owner.call(disconnect, { mails: "keep" });
    const swept = newMailbox();
    await google.connect(owner, swept);
    await google.sweep();
    expect((await owner.call(settings, {})).mailbox?.syncedAt).not.toBeNull();
    expect((await findProgress(owner.orgId, owner.userId))?.dueAt.localeCompare(new Date(systemClock.now()).toISOString())).toBe(
      1,
    );
  });
});

it("blocks an address, a domain and those below it, and nothing that only looks alike", () => {
  const blocked = ["bank.example", "dana@firm.example"];
  for (const one of ["a@bank.example", "A@mail.BANK.example", "Dana@Firm.example"]) expect(isBlocked(one, blocked)).toBe(true);
  for (const one of ["a@mybank.example", "a@bank.example.com", "dan@firm.example", "bank.example@x.example"])
    expect(isBlocked(one, blocked)).toBe(false);
});
