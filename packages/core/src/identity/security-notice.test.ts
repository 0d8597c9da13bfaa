import { appCode } from "@kartis/tests/support/authenticator.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, Visitor } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUser } from "../users/index.ts";
import { hashPassword, identityProcedures } from "./index.ts";

const signIn = named(identityProcedures, "identity.signIn");
const signOut = named(identityProcedures, "identity.signOut");
const changePassword = named(identityProcedures, "identity.changePassword");

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const password = "a long enough one";
let people = 0;

/** Somebody with an account, and the browser that they created it with. */
async function newPerson(language: "en" | "ru" = "en") {
  const email = `careful${++people}.${process.pid}@example.com`;
  const name = "Noa Adler";
  await createUser({ name, email, language, passwordHash: await hashPassword(password) }, { now: () => Date.now() });
  const visitor = new Visitor();
  visitor.address = `10.9.0.${people}`;
  visitor.userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
  await visitor.call(signIn, { email, password });
  const mails = () => backend.engines.mail.listMails({ to: email, limit: 50 });
  return { visitor, email, mails, subjects: () => mails().map(({ subject }) => subject) };
}

describe("a sign-in", () => {
  it("with the first browser, and again with a known one, is not reported", async () => {
    const { visitor, email, subjects } = await newPerson();
    await visitor.call(signOut, {});
    visitor.address = "10.9.1.1";
    await visitor.call(signIn, { email, password });
    expect(subjects()).toEqual([]);
  });

  it("with another browser is reported once, with when, what and where, in the person's language", async () => {
    const { email, mails, subjects } = await newPerson("ru");
    const other = new Visitor();
    other.address = "10.9.2.2";
    other.userAgent =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile Safari/604.1";
    await other.call(signIn, { email, password });
    expect(subjects()).toEqual(["Новый вход в ваш аккаунт Kartis"]);
    expect(mails()[0]?.text).toMatch(/Chrome, iPhone/);
    expect(mails()[0]?.text).toContain("10.9.2.2");
    await other.call(signOut, {});
    await other.call(signIn, { email, password });
    expect(subjects()).toHaveLength(1);
  });

  it("with a forged device counts as a new one", async () => {
    const { email, subjects } = await newPerson();
    const other = new Visitor();
    other.cookies.set("kartis_device", "not-a-token");
    await other.call(signIn, { email, password });
    expect(subjects()).toHaveLength(1);
  });
});

it("a new password is reported, and a rejected one is not", async () => {
  const { visitor, subjects } = await newPerson();
  const next = "quite another one";
  await expect(visitor.call(changePassword, { currentPassword: "not this", password: next })).rejects.toThrow();
  expect(subjects()).toEqual([]);
  await visitor.call(changePassword, { currentPassword: password, password: next });
  expect(subjects()).toEqual(["The password of your Kartis account was changed"]);
});

it("switching two-step sign-in on and off, and using a recovery code, is reported", async () => {
  const { visitor, subjects, mails } = await newPerson();
  const { secret } = await visitor.call(named(identityProcedures, "identity.startTotp"), {});
  const enable = named(identityProcedures, "identity.enableTotp");
  const { recoveryCodes } = await visitor.call(enable, { code: appCode(secret, Date.now()) });
  expect(subjects()).toEqual(["Two-step sign-in is on for your Kartis account"]);
  await visitor.call(named(identityProcedures, "identity.disableTotp"), { code: recoveryCodes[0] ?? "" });
  expect(subjects()).toEqual([
    "Two-step sign-in is off for your Kartis account",
    "A recovery code of your Kartis account was used",
    "Two-step sign-in is on for your Kartis account",
  ]);
  expect(mails()[1]?.text).toContain("9 codes are left.");
});
