import { startBackend, type Backend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, Visitor } from "@kartis/tests/support/people.ts";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { errorShape } from "../kernel/error.ts";
import { identityProcedures } from "./index.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const [signUp, signIn, requestCode, signInWithCode, signOut, me] = [
  named(identityProcedures, "identity.signUp"),
  named(identityProcedures, "identity.signIn"),
  named(identityProcedures, "identity.requestCode"),
  named(identityProcedures, "identity.signInWithCode"),
  named(identityProcedures, "identity.signOut"),
  named(identityProcedures, "identity.me"),
];

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "no error",
    (error: unknown) => errorShape(error, "r").code,
  );

let people = 0;
function somebody() {
  const visitor = new Visitor();
  visitor.address = `10.1.0.${++people}`;
  return { visitor, account: { name: "Noa Adler", email: `noa${people}@meridian.example`, password: "a long enough one" } };
}

describe("sign-up and sign-in", () => {
  it("signs up, and signs in again in another browser with the same address in other letters", async () => {
    const { visitor, account } = somebody();
    const { userId } = await visitor.call(signUp, account);
    expect(await visitor.actor()).toMatchObject({ kind: "user", userId, membership: null });
    const other = new Visitor();
    other.address = visitor.address;
    expect(await other.call(signIn, { email: `  ${account.email.toUpperCase()} `, password: account.password })).toEqual({
      userId,
    });
  });

  it("gives an address one user, whoever asks first", async () => {
    const { visitor, account } = somebody();
    const outcomes = await Promise.allSettled([visitor.call(signUp, account), new Visitor().call(signUp, account)]);
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("answers a wrong password and an unknown address alike", async () => {
    const { visitor, account } = somebody();
    await visitor.call(signUp, account);
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

  it("names each wrong field", async () => {
    const failure = await somebody()
      .visitor.call(signUp, { name: " ", email: "no address", password: "short" })
      .catch((error: unknown) => errorShape(error, "r"));
    expect(failure).toMatchObject({
      code: "INVALID_INPUT",
      fields: { name: "validation.required", email: "validation.email", password: "validation.passwordLength" },
    });
  });

  it("stops guessing after ten attempts on an account, the right password too", async () => {
    const { visitor, account } = somebody();
    await visitor.call(signUp, account);
    for (let attempt = 0; attempt < 10; attempt++)
      await codeOf(visitor.call(signIn, { email: account.email, password: "a guess" }));
    const other = new Visitor();
    other.address = "10.9.9.9";
    expect(await codeOf(other.call(signIn, { email: account.email, password: account.password }))).toBe("TOO_MANY_REQUESTS");
  });
});

describe("the e-mailed code", () => {
  async function mailedCode(email: string): Promise<string> {
    const [mail] = backend.engines.mail.listMails({ to: email, limit: 1 });
    return /\b\d{6}\b/.exec(mail?.subject ?? "")?.[0] ?? "";
  }

  it("signs in once", async () => {
    const { visitor, account } = somebody();
    await visitor.call(signUp, account);
    const browser = new Visitor();
    await browser.call(requestCode, { email: account.email });
    const code = await mailedCode(account.email);
    expect(code).toMatch(/^\d{6}$/);
    await browser.call(signInWithCode, { email: account.email, code });
    expect(await browser.call(me, {})).toMatchObject({ user: { email: account.email } });
    expect(await codeOf(new Visitor().call(signInWithCode, { email: account.email, code }))).toBe("UNAUTHORIZED");
  });

  it("dies after five wrong guesses", async () => {
    const { visitor, account } = somebody();
    await visitor.call(signUp, account);
    await visitor.call(requestCode, { email: account.email });
    const code = await mailedCode(account.email);
    const wrong = code === "000000" ? "000001" : "000000";
    for (let guess = 0; guess < 5; guess++)
      expect(await codeOf(visitor.call(signInWithCode, { email: account.email, code: wrong }))).toBe("UNAUTHORIZED");
    expect(await codeOf(visitor.call(signInWithCode, { email: account.email, code }))).toBe("UNAUTHORIZED");
  });

  it("is asked for in the same time with the same answer whoever has the address, and though the mail cannot be sent", async () => {
    const { visitor, account } = somebody();
    await visitor.call(signUp, account);
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
    expect(Math.abs(known.took - unknown.took)).toBeLessThan(200);
  });

  it("is not mailed to an address without an account, and says the same", async () => {
    const visitor = new Visitor();
    expect(await visitor.call(requestCode, { email: "stranger@meridian.example" })).toEqual({ sent: true });
    expect(backend.engines.mail.listMails({ to: "stranger@meridian.example" })).toEqual([]);
  });
});

describe("sessions", () => {
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

  it("do not reach an organization the person is no member of", async () => {
    const [one, two] = [await newOwner(), await newOwner()];
    one.cookies.set("kartis_org", two.orgId);
    const actor = await one.actor();
    expect(actor).toMatchObject({ kind: "user", membership: { orgId: one.orgId } });
  });
});
