import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { appCode, bytesOf } from "@kartis/tests/support/authenticator.ts";
import { named, newOwner, Visitor } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Clock } from "../kernel/clock.ts";
import { errorShape } from "../kernel/error.ts";
import { findUser, setPasswordHash } from "../users/index.ts";
import { hashPassword, identityProcedures } from "./index.ts";
import { base32, stepOf } from "./totp.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const signIn = named(identityProcedures, "identity.signIn");
const complete = named(identityProcedures, "identity.completeSignIn");
const start = named(identityProcedures, "identity.startTotp");
const enable = named(identityProcedures, "identity.enableTotp");
const disable = named(identityProcedures, "identity.disableTotp");
const state = named(identityProcedures, "identity.secondFactor");

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "no error",
    (error: unknown) => errorShape(error, "r").code,
  );

describe("codes of an authenticator app", () => {
  const secret = Buffer.from("12345678901234567890");

  // RFC 6238 appendix B, SHA-1, the last six of its eight digits.
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("are those of the RFC at %s s", (seconds, code) => {
    expect(stepOf(secret, code, seconds * 1000, 0)).toBe(Math.floor(seconds / 30));
  });

  it("are valid half a minute before and after, once", () => {
    const at = 1_111_111_109_000;
    const step = Math.floor(at / 30_000);
    expect(stepOf(secret, "081804", at + 30_000, 0)).toBe(step);
    expect(stepOf(secret, "081804", at - 30_000, 0)).toBe(step);
    expect(stepOf(secret, "081804", at + 90_000, 0)).toBeUndefined();
    expect(stepOf(secret, "081804", at, step)).toBeUndefined();
    expect(stepOf(secret, "08180", at, 0)).toBeUndefined();
  });

  it("have their secret shown as base 32", () => {
    expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
    expect(bytesOf(base32(secret))).toEqual(secret);
  });
});

describe("two-step sign-in", () => {
  const password = "a long enough one";
  async function person() {
    let now = Date.now();
    const clock: Clock = { now: () => now };
    const owner = await newOwner({ clock });
    await setPasswordHash(owner.userId, await hashPassword(password));
    const email = (await findUser(owner.userId))?.email ?? "";
    const { secret } = await owner.call(start, {});
    const { recoveryCodes } = await owner.call(enable, { code: appCode(secret, now) });
    return { owner, clock, email, secret, recoveryCodes, pass: (seconds: number) => (now += seconds * 1000), at: () => now };
  }
  async function challenged(email: string, clock: Clock) {
    const browser = new Visitor(clock);
    const answer = await browser.call(signIn, { email, password });
    return { browser, challenge: "challenge" in answer ? answer.challenge : "" };
  }

  it("asks for the app's code after the password, and starts no session before", async () => {
    const { clock, email, secret, pass, at, owner } = await person();
    const { browser, challenge } = await challenged(email, clock);
    expect(challenge).not.toBe("");
    expect(await browser.actor()).toEqual({ kind: "anonymous" });
    expect(await codeOf(browser.call(complete, { challenge, code: "000000" }))).toBe("UNAUTHORIZED");
    pass(30);
    await browser.call(complete, { challenge, code: appCode(secret, at()) });
    expect(await browser.actor()).toMatchObject({ kind: "user", userId: owner.userId });
  });

  it("accepts a code once", async () => {
    const { clock, email, secret, pass, at } = await person();
    pass(30);
    const code = appCode(secret, at());
    const [one, two] = [await challenged(email, clock), await challenged(email, clock)];
    const outcomes = await Promise.all(
      [one, two].map(({ browser, challenge }) => codeOf(browser.call(complete, { challenge, code }))),
    );
    expect(new Set(outcomes)).toEqual(new Set(["UNAUTHORIZED", "no error"]));
  });

  it("accepts each recovery code once, however it is typed", async () => {
    const { clock, email, recoveryCodes, owner } = await person();
    expect(new Set(recoveryCodes).size).toBe(10);
    const code = ` ${(recoveryCodes[3] ?? "").toLowerCase().replace("-", " ")}`;
    const first = await challenged(email, clock);
    await first.browser.call(complete, { challenge: first.challenge, code });
    const second = await challenged(email, clock);
    expect(await codeOf(second.browser.call(complete, { challenge: second.challenge, code }))).toBe("UNAUTHORIZED");
    expect(await owner.call(state, {})).toEqual({ isOn: true, recoveryCodesLeft: 9 });
  });

  it("expires after five wrong codes and after five minutes", async () => {
    const { clock, email, secret, pass, at } = await person();
    const tried = await challenged(email, clock);
    for (let guess = 0; guess < 5; guess++)
      await codeOf(tried.browser.call(complete, { challenge: tried.challenge, code: "12345x" }));
    pass(30);
    const { challenge, browser } = tried;
    expect(await codeOf(browser.call(complete, { challenge, code: appCode(secret, at()) }))).toBe("UNAUTHORIZED");
    const late = await challenged(email, clock);
    pass(301);
    expect(await codeOf(late.browser.call(complete, { challenge: late.challenge, code: appCode(secret, at()) }))).toBe(
      "UNAUTHORIZED",
    );
  });

  it("can only be switched off with a code", async () => {
    const { owner, clock, email, secret, pass, at } = await person();
    expect(await codeOf(owner.call(disable, { code: "000000" }))).toBe("UNAUTHORIZED");
    pass(30);
    await owner.call(disable, { code: appCode(secret, at()) });
    const { challenge } = await challenged(email, clock);
    expect(challenge).toBe("");
  });
});
