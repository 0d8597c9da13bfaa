import { startBackend, type Backend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, Visitor } from "@kartis/tests/support/people.ts";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Clock } from "../kernel/clock.ts";
import { errorShape } from "../kernel/error.ts";
import { createUser } from "../users/index.ts";
import { countSenderCode, hashPassword, identityProcedures } from "./index.ts";
import { startSession } from "./sessions.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const [signUp, confirmSignUp, resetPassword, signIn, requestCode, signInWithCode, signOut, me] = [
  named(identityProcedures, "identity.signUp"),
  named(identityProcedures, "identity.confirmSignUp"),
  named(identityProcedures, "identity.resetPassword"),
  named(identityProcedures, "identity.signIn"),
  named(identityProcedures, "identity.requestCode"),
  named(identityProcedures, "identity.signInWithCode"),
  named(identityProcedures, "identity.signOut"),
  named(identityProcedures, "identity.me"),
];

const [sessions, endSession, endOtherSessions] = [
  named(identityProcedures, "identity.sessions"),
  named(identityProcedures, "identity.endSession"),
  named(identityProcedures, "identity.endOtherSessions"),
];

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "no error",
    (error: unknown) => errorShape(error, "r").code,
  );

/** Reads the code as the owner of the address would. */
function mailedCode(email: string): string {
  const [mail] = backend.engines.mail.listMails({ to: email, limit: 1 });
  return /\b\d{6}\b/.exec(mail?.subject ?? "")?.[0] ?? "";
}
const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");

/** Signs up and reads the mail. */
async function join(visitor: Visitor, account: { name: string; email: string; password: string }) {
  const { signUpToken } = await visitor.call(signUp, account);
  const answer = await visitor.call(confirmSignUp, { signUpToken, code: mailedCode(account.email) });
  return "userId" in answer ? answer : expect.fail("a second factor was asked for");
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => errorShape(error, "r"),
  );

/** Another browser, at that address. */
const quarterHourMs = 900_000;
const aheadMs = quarterHourMs - (Date.now() % quarterHourMs);
/** Attempts are counted by the quarter hour: these tests start at the beginning of one. */
const steadyClock: Clock = { now: () => Date.now() + aheadMs };

function at(address: string, clock = steadyClock): Visitor {
  const visitor = new Visitor(clock);
  visitor.address = address;
  return visitor;
}

let people = 0;
function somebody(clock = steadyClock) {
  const visitor = new Visitor(clock);
  visitor.address = `10.1.0.${++people}`;
  return { visitor, account: { name: "Noa Adler", email: `noa${people}@meridian.example`, password: "a long enough one" } };
}

describe("sign-up and sign-in", () => {
  it("signs up, and signs in again in another browser with the address in different case", async () => {
    const { visitor, account } = somebody();
    const { userId } = await join(visitor, account);
    expect(await visitor.actor()).toMatchObject({ kind: "user", userId, membership: null });
    const other = new Visitor();
    other.address = visitor.address;
    expect(await other.call(signIn, { email: `  ${account.email.toUpperCase()} `, password: account.password })).toEqual({
      userId,
    });
  });

  it("makes no account before the mail was read, and none with a wrong code", async () => {
    const { visitor, account } = somebody();
    const { signUpToken } = await visitor.call(signUp, account);
    expect(await visitor.actor()).toEqual({ kind: "anonymous" });
    const code = mailedCode(account.email);
    for (let guess = 0; guess < 5; guess++)
      expect(await codeOf(visitor.call(confirmSignUp, { signUpToken, code: wrongOf(code) }))).toBe("UNAUTHORIZED");
    expect(await codeOf(visitor.call(confirmSignUp, { signUpToken, code }))).toBe("UNAUTHORIZED");
    expect(await codeOf(visitor.call(signIn, { email: account.email, password: account.password }))).toBe("UNAUTHORIZED");
  });

  it("gives an address one user: of two browsers that confirm at once, both get the same account", async () => {
    const { visitor, account } = somebody();
    const other = new Visitor();
    const first = await visitor.call(signUp, account);
    const firstCode = mailedCode(account.email);
    const second = await other.call(signUp, { ...account, password: "another long one" });
    const [one, two] = await Promise.all([
      visitor.call(confirmSignUp, { ...first, code: firstCode }),
      other.call(confirmSignUp, { ...second, code: mailedCode(account.email) }),
    ]);
    expect(one).toEqual(two);
  });

  it("does not give an account a stranger's password when the owner of the address confirms", async () => {
    const { visitor: owner, account } = somebody();
    const mine = await owner.call(signUp, account);
    const code = mailedCode(account.email);
    const { visitor: stranger } = somebody();
    await stranger.call(signUp, { ...account, password: "the stranger's own" });
    await owner.call(confirmSignUp, { ...mine, code });
    expect(await codeOf(stranger.call(signIn, { email: account.email, password: "the stranger's own" }))).toBe("UNAUTHORIZED");
    expect(await codeOf(stranger.call(signIn, { email: account.email, password: account.password }))).toBe("no error");
  });

  it("answers the same for an address that has an account, and signs its owner in without changing it", async () => {
    const { visitor, account } = somebody();
    const { userId } = await join(visitor, account);
    const again = new Visitor();
    const asked = await again.call(signUp, { ...account, name: "Somebody else", password: "quite another one" });
    expect(Object.keys(asked)).toEqual(["signUpToken"]);
    expect(await again.call(confirmSignUp, { ...asked, code: mailedCode(account.email) })).toEqual({ userId });
    expect(await again.call(me, {})).toMatchObject({ user: { name: account.name } });
    expect(await codeOf(new Visitor().call(signIn, { email: account.email, password: "quite another one" }))).toBe(
      "UNAUTHORIZED",
    );
  });

  it("answers a wrong password and an unknown address alike", async () => {
    const { visitor, account } = somebody();
    await join(visitor, account);
    const shape = (promise: Promise<unknown>) =>
      promise.then(
        () => null,
        (error: unknown) => errorShape(error, "r"),
      );
    const wrong = await shape(visitor.call(signIn, { email: account.email, password: "not this one" }));
    const unknown = await shape(visitor.call(signIn, { email: "nobody@meridian.example", password: "not this one" }));
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ code: "UNAUTHORIZED", messageKey: "errors.signInFailed" });
  });

  it("mails nothing that the caller typed to an address without an account", async () => {
    const { visitor, account } = somebody();
    await visitor.call(signUp, { ...account, name: "Win a phone at http://prize.example" });
    const [mail] = backend.engines.mail.listMails({ to: account.email, limit: 1 });
    expect(mail?.subject).toMatch(/^\d{6} is your Kartis code$/);
    expect(mail?.text).toContain("create your account");
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/prize|phone/);
  });

  it("refuses the most guessed passwords, wherever one is chosen", async () => {
    const { visitor, account } = somebody();
    await join(visitor, account);
    await visitor.call(requestCode, { email: account.email });
    const code = mailedCode(account.email);
    const common = { code: "INVALID_INPUT", fields: { password: "validation.passwordCommon" } };
    const changePassword = named(identityProcedures, "identity.changePassword");
    for (const password of ["password", "PassWord1", "qwertyuiop", "iloveyou1", "１２３４５６７８"]) {
      expect(await errorOf(new Visitor().call(signUp, { ...account, password }))).toMatchObject(common);
      expect(await errorOf(visitor.call(changePassword, { currentPassword: account.password, password }))).toMatchObject(common);
      expect(await errorOf(visitor.call(resetPassword, { email: account.email, code, password }))).toMatchObject(common);
    }
    // The refused attempts did not use up the code.
    await visitor.call(resetPassword, { email: account.email, code, password: "gravel umbrella sonata" });
  });

  it("names each wrong field", async () => {
    const failure = await somebody()
      .visitor.call(signUp, { name: " ", email: "no address", password: "short" })
      .catch((error: unknown) => errorShape(error, "r"));
    expect(failure).toMatchObject({
      code: "INVALID_INPUT",
      fields: { name: "validation.required", email: "validation.email", password: "validation.passwordLength" },
    });
  });

  it("stops guessing from one address after ten attempts, the right password too, and nobody else", async () => {
    const { visitor, account } = somebody();
    await join(visitor, account);
    const guesser = at("10.8.0.1");
    for (let attempt = 0; attempt < 10; attempt++)
      await codeOf(guesser.call(signIn, { email: account.email, password: "a guess" }));
    expect(await codeOf(guesser.call(signIn, { email: account.email, password: account.password }))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(at("10.8.0.2").call(signIn, { email: account.email, password: account.password }))).toBe("no error");
  });

  it("treats all addresses of an IPv6 network as one", async () => {
    const { visitor, account } = somebody();
    await join(visitor, account);
    for (let host = 0; host < 10; host++)
      await codeOf(at(`2001:db8:1:2::${host}`).call(signIn, { email: account.email, password: "a guess" }));
    const signInAt = (address: string) => codeOf(at(address).call(signIn, { email: account.email, password: account.password }));
    expect(await signInAt("2001:0db8:0001:0002:ffff::1")).toBe("TOO_MANY_REQUESTS");
    expect(await signInAt("2001:db8:1:3::1")).toBe("no error");
  });

  it("slows down an account under attack from many addresses, but not where its owner has been signed in", async () => {
    const { visitor, account } = somebody();
    await join(visitor, account);
    const guess = (address: string, password: string) => codeOf(at(address).call(signIn, { email: account.email, password }));
    for (let number = 0; number < 31; number++) await guess(`10.7.0.${number}`, "a guess");
    expect(await guess("10.7.1.1", account.password)).toBe("TOO_MANY_REQUESTS");
    expect(await guess(visitor.address, account.password)).toBe("no error");
  });

  it("admits a browser that the owner has signed in with, wherever it is and however many guess", async () => {
    const { visitor, account } = somebody();
    await join(visitor, account);
    const { address } = visitor;
    for (let number = 0; number < 31; number++)
      await codeOf(at(`10.6.0.${number}`).call(signIn, { email: account.email, password: "a guess" }));
    for (let number = 0; number < 11; number++)
      await codeOf(at(address).call(signIn, { email: account.email, password: "a guess" }));
    expect(await codeOf(at(address).call(signIn, account))).toBe("TOO_MANY_REQUESTS");
    for (const place of [address, "10.6.1.1"]) {
      visitor.address = place;
      expect(await codeOf(visitor.call(signIn, account))).toBe("no error");
    }
    // This does not let anyone who finds the browser keep guessing.
    for (let number = 0; number < 10; number++) await codeOf(visitor.call(signIn, { email: account.email, password: "a guess" }));
    expect(await codeOf(visitor.call(signIn, account))).toBe("TOO_MANY_REQUESTS");
  });

  it("does not count refused addresses against the account", async () => {
    const { visitor, account } = somebody();
    await join(visitor, account);
    const stranger = at("10.5.0.1");
    for (let attempt = 0; attempt < 40; attempt++)
      await codeOf(stranger.call(signIn, { email: account.email, password: "a guess" }));
    expect(await codeOf(at("10.5.0.2").call(signIn, account))).toBe("no error");
  });

  it("does not count successes: ten times one person, and an office of a hundred and twenty behind one address", async () => {
    const { visitor, account } = somebody();
    await join(visitor, account);
    for (let time = 0; time < 12; time++) expect(await codeOf(at("10.4.0.1").call(signIn, account))).toBe("no error");
    const email = (number: number) => `office${number}@meridian.example`;
    const passwordHash = await hashPassword(account.password);
    for (let number = 0; number < 120; number++) {
      await createUser({ email: email(number), name: "Noa", language: "en", passwordHash }, visitor.clock);
      expect(await codeOf(at("10.4.0.1").call(signIn, { email: email(number), password: account.password }))).toBe("no error");
    }
  });
});

describe("the e-mailed code", () => {
  it("signs in once", async () => {
    const { visitor, account } = somebody();
    await join(visitor, account);
    const browser = new Visitor();
    await browser.call(requestCode, { email: account.email });
    const code = mailedCode(account.email);
    expect(code).toMatch(/^\d{6}$/);
    await browser.call(signInWithCode, { email: account.email, code });
    expect(await browser.call(me, {})).toMatchObject({ user: { email: account.email } });
    expect(await codeOf(new Visitor().call(signInWithCode, { email: account.email, code }))).toBe("UNAUTHORIZED");
  });

  it("is valid only in the browser that asked for it: nobody else replaces it or uses it up", async () => {
    const { visitor, account } = somebody();
    await join(visitor, account);
    const browser = new Visitor();
    await browser.call(requestCode, { email: account.email });
    const code = mailedCode(account.email);
    const stranger = at("10.3.0.1");
    expect(await codeOf(stranger.call(signInWithCode, { email: account.email, code }))).toBe("UNAUTHORIZED");
    await stranger.call(requestCode, { email: account.email });
    for (let guess = 0; guess < 6; guess++)
      await codeOf(stranger.call(signInWithCode, { email: account.email, code: wrongOf(mailedCode(account.email)) }));
    expect(await codeOf(browser.call(signInWithCode, { email: account.email, code }))).toBe("no error");
  });

  it("is mailed to the owner though strangers have used up their requests and guesses, for a day and a month", async () => {
    // The beginning of the counters' month, so that no test runs across one.
    const month = 30 * 86_400_000;
    let now = Math.ceil(Date.now() / month) * month;
    const clock = { now: () => now };
    const { visitor, account } = somebody(clock);
    await join(visitor, account);
    const { email } = account;
    const codes = () => backend.engines.mail.listMails({ to: email }).length;
    const ask = async (by: Visitor) => errorOf(by.call(requestCode, { email }));
    await Promise.all(Array.from({ length: 30 }, (_, number) => ask(at(`10.2.0.${number}`, clock))));
    now += 20 * 60_000;
    expect(await ask(at("10.2.1.1", clock))).toMatchObject({ code: "TOO_MANY_REQUESTS", messageKey: "errors.tooManyCodes" });
    const before = codes();
    expect(await ask(visitor)).toBeUndefined();
    const code = mailedCode(email);
    expect(codes()).toBe(before + 1);

    const guess = (by: Visitor) => errorOf(by.call(signInWithCode, { email, code: wrongOf(code) }));
    for (let number = 0; number < 100; number++) {
      if (number % 25 === 0) now += 20 * 60_000;
      expect(await guess(at(`10.2.2.${number}`, clock))).toMatchObject({ code: "UNAUTHORIZED" });
    }
    now += 86_400_000;
    expect(await guess(at("10.2.3.1", clock))).toMatchObject({ code: "TOO_MANY_REQUESTS", messageKey: "errors.tooManyCodes" });
    expect(await ask(visitor)).toBeUndefined();
    await visitor.call(resetPassword, { email, code: mailedCode(email), password: "chosen by its owner" });
  });

  it("dies after five wrong guesses", async () => {
    const { visitor, account } = somebody();
    await join(visitor, account);
    await visitor.call(requestCode, { email: account.email });
    const code = mailedCode(account.email);
    const wrong = code === "000000" ? "000001" : "000000";
    for (let guess = 0; guess < 5; guess++)
      expect(await codeOf(visitor.call(signInWithCode, { email: account.email, code: wrong }))).toBe("UNAUTHORIZED");
    expect(await codeOf(visitor.call(signInWithCode, { email: account.email, code }))).toBe("UNAUTHORIZED");
  });

  it("takes the same time and gets the same answer for any address, even if the mail cannot be sent", async () => {
    const { visitor, account } = somebody();
    await join(visitor, account);
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    // oxlint-disable-next-line typescript/no-misused-promises -- the overload without a callback answers with a promise
    vi.spyOn(SESv2Client.prototype, "send").mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      throw new Error("SES is away");
    });
    const ask = async (email: string) => {
      const began = performance.now();
      return { answer: await new Visitor().call(requestCode, { email }), took: performance.now() - began };
    };
    const [known, unknown] = [await ask(account.email), await ask("nobody.at.all@meridian.example")];
    vi.restoreAllMocks();
    expect(known.answer).toEqual(unknown.answer);
    // Both wait longer than mailing takes; how long that is on a busy machine does not matter here.
    expect(Math.min(known.took, unknown.took)).toBeGreaterThan(590);
  });

  it("is not mailed to an address without an account, with the same answer", async () => {
    const visitor = new Visitor();
    expect(await visitor.call(requestCode, { email: "stranger@meridian.example" })).toEqual({ sent: true });
    expect(backend.engines.mail.listMails({ to: "stranger@meridian.example" })).toEqual([]);
  });
});

describe("a forgotten password", () => {
  it("is replaced by the reader of the mail, which ends every other session", async () => {
    const { visitor, account } = somebody();
    await join(visitor, account);
    const browser = new Visitor();
    await browser.call(requestCode, { email: account.email });
    const code = mailedCode(account.email);
    expect(
      await codeOf(browser.call(resetPassword, { email: account.email, code: wrongOf(code), password: "brand new one" })),
    ).toBe("UNAUTHORIZED");
    await browser.call(resetPassword, { email: account.email, code, password: "brand new one" });
    expect(await visitor.actor()).toEqual({ kind: "anonymous" });
    expect(await browser.call(me, {})).toMatchObject({ user: { email: account.email } });
    expect(await codeOf(new Visitor().call(signIn, { email: account.email, password: account.password }))).toBe("UNAUTHORIZED");
    expect(await codeOf(new Visitor().call(signIn, { email: account.email, password: "brand new one" }))).toBe("no error");
    expect(await codeOf(browser.call(resetPassword, { email: account.email, code, password: "once more with it" }))).toBe(
      "UNAUTHORIZED",
    );
  });
});

describe("sessions", () => {
  it("are listed with device and last use, and ended one by one or all but this", async () => {
    let now = Date.now();
    const clock = { now: () => now };
    const owner = await newOwner({ clock });
    const [phone, tablet] = [new Visitor(clock), new Visitor(clock)];
    for (const device of [phone, tablet]) for (const [name, value] of owner.cookies) device.cookies.set(name, value);
    await startSession(owner.userId, await phone.context());
    await startSession(owner.userId, await tablet.context());
    now += 10 * 60_000;
    await phone.call(me, {});
    const listed = await owner.call(sessions, {});
    expect(listed).toHaveLength(3);
    expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const phones = (await phone.call(sessions, {})).find(({ isCurrent }) => isCurrent);
    expect(Date.parse(phones?.lastUsedAt ?? "")).toBe(now);
    await owner.call(endSession, { sessionId: phones?.id ?? "ses_" });
    expect(await phone.actor()).toEqual({ kind: "anonymous" });
    expect(await codeOf((await newOwner()).call(endSession, { sessionId: listed[0]?.id ?? "ses_" }))).toBe("NOT_FOUND");
    await owner.call(endOtherSessions, {});
    expect(await tablet.actor()).toEqual({ kind: "anonymous" });
    expect(await owner.call(sessions, {})).toHaveLength(1);
  });

  it("end at once on sign-out, also for a copy of the cookie", async () => {
    const owner = await newOwner();
    const copy = new Map(owner.cookies);
    await owner.call(signOut, {});
    owner.cookies.clear();
    for (const [name, value] of copy) owner.cookies.set(name, value);
    expect(await owner.actor()).toEqual({ kind: "anonymous" });
  });

  it("are not taken over by changing the user in the cookie", async () => {
    const [one, two] = [await newOwner(), await newOwner()];
    const [token] = (one.cookies.get("kartis_session") ?? "").split(".");
    one.cookies.set("kartis_session", `${token}.${two.userId}`);
    expect(await one.actor()).toEqual({ kind: "anonymous" });
  });

  it("do not reach an organization the person is not a member of", async () => {
    const [one, two] = [await newOwner(), await newOwner()];
    one.cookies.set("kartis_org", two.orgId);
    const actor = await one.actor();
    expect(actor).toMatchObject({ kind: "user", membership: { orgId: one.orgId } });
  });
});

describe("changing the password", () => {
  const changePassword = named(identityProcedures, "identity.changePassword");

  it("asks for the current one, ends every other session and keeps this one", async () => {
    const { visitor, account } = somebody();
    await join(visitor, account);
    const elsewhere = new Visitor();
    await elsewhere.call(signIn, account);
    const password = "quite another long one";
    const wrong = visitor.call(changePassword, { currentPassword: "not the present one", password });
    expect(errorShape(await wrong.catch((error: unknown) => error), "r")).toMatchObject({
      code: "INVALID_INPUT",
      fields: { currentPassword: "validation.wrongPassword" },
    });
    await visitor.call(changePassword, { currentPassword: account.password, password });
    expect((await visitor.call(me, {})).user.email).toBe(account.email);
    expect(await codeOf(elsewhere.call(me, {}))).toBe("UNAUTHORIZED");
    expect(await codeOf(elsewhere.call(signIn, account))).toBe("UNAUTHORIZED");
    await elsewhere.call(signIn, { email: account.email, password });
  });
});

it("says to whoever asks for too many codes of SMS senders when the next can be sent", async () => {
  const { orgId } = await newOwner();
  // Ten minutes before the counters' hour ends.
  const clock = { now: () => Date.UTC(2031, 0, 1, 9, 50) };
  for (let count = 0; count < 5; count++) await countSenderCode(orgId, `+97254555${count}`, clock);
  await expect(countSenderCode(orgId, "+972545559", clock)).rejects.toMatchObject({
    code: "TOO_MANY_REQUESTS",
    details: { messageKey: "errors.senderCodeLimit", params: { minutes: 10 }, retryAfterSeconds: 600 },
  });
});
