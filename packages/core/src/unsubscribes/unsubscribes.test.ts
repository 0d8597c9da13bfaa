import { handler } from "@kartis/functions/api/handler.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { gatewayEvent } from "@kartis/tests/support/gateway.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../kernel/id.ts";
import { getProfile } from "../users/index.ts";
import { unsubscribeProcedures } from "./index.ts";
import { readToken, tokenOf, unsubscribeLink } from "./rules.ts";

const [find, confirm] = [named(unsubscribeProcedures, "unsubscribes.find"), named(unsubscribeProcedures, "unsubscribes.confirm")];

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner();
});
afterAll(() => backend.close());

const switches = async ({ userId }: Owner = owner) => (await getProfile(userId)).notifications;
const kind = "unreadMails" as const;
const form = "application/x-www-form-urlencoded";

/** Requests the link as a mail client does: without cookies, from any address. */
async function request(link: string, method: string, body?: string, headers: Record<string, string> = {}) {
  const { pathname } = new URL(link);
  return handler(
    gatewayEvent({
      method,
      path: pathname,
      routeKey: `${method} /api/unsubscribe/{token}`,
      headers: { "content-type": form, ...headers },
      pathParameters: { token: decodeURIComponent(pathname.split("/").at(-1) ?? "") },
      body,
    }),
  );
}
const click = (link: string, headers?: Record<string, string>) => request(link, "POST", "List-Unsubscribe=One-Click", headers);

describe("one click in a mail", () => {
  it("switches that kind off for its reader alone, without a session, from anywhere, and again without effect", async () => {
    const colleague = await newMember(owner, {});
    const link = unsubscribeLink({ userId: owner.userId, kind });
    for (let time = 0; time < 3; time++)
      expect(await click(link, { origin: "https://mail.example" })).toMatchObject({ statusCode: 200 });
    expect(await switches()).toEqual({ ...(await switches(colleague)), unreadMails: false });
    await click(unsubscribeLink({ userId: owner.userId, kind: "reminderMails" }));
    expect(await switches()).toMatchObject({ unreadMails: false, reminderMails: false, email: true, web: true });
  });

  it("is a form of either kind, and nothing else", async () => {
    const link = unsubscribeLink({ userId: owner.userId, kind });
    for (const body of [undefined, "", "List-Unsubscribe=No", "x=1", "a".repeat(5_000)])
      expect((await request(link, "POST", body)).statusCode, body).toBeGreaterThanOrEqual(400);
    expect(await switches()).toMatchObject({ unreadMails: true });
    const part = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    expect(await request(link, "POST", part, { "content-type": "multipart/form-data; boundary=b" })).toMatchObject({
      statusCode: 200,
    });
    expect(await switches()).toMatchObject({ unreadMails: false });
  });

  it("changes nothing when it is only looked at: that leads to a page which asks", async () => {
    const link = unsubscribeLink({ userId: owner.userId, kind });
    const token = tokenOf({ userId: owner.userId, kind });
    for (const method of ["GET", "HEAD"]) {
      const answer = await request(link, method);
      expect(answer).toMatchObject({ statusCode: 303, headers: { location: `http://localhost:3000/unsubscribe/${token}` } });
    }
    expect(await new Visitor().call(find, { token })).toEqual({ kind, language: "en", isOn: true });
    expect(await switches()).toMatchObject({ unreadMails: true });
    await new Visitor().call(confirm, { token });
    expect(await new Visitor().call(find, { token })).toMatchObject({ isOn: false });
  });
});

describe("a token", () => {
  it("that somebody made up, changed or took from another is none", async () => {
    const other = await newOwner();
    const token = tokenOf({ userId: owner.userId, kind });
    const signature = token.slice(26, 58);
    const bad = [
      "",
      "x",
      "\u0000",
      "a".repeat(200),
      token.slice(0, -1),
      `${token}x`,
      token.replace("unreadMails", "reminderMails"),
      token.replace("unreadMails", "email"),
      `${other.userId.slice(4)}${signature}${kind}`,
      `${owner.userId.slice(4)}${"A".repeat(32)}${kind}`,
      token.toLowerCase(),
    ];
    for (const wrong of bad) {
      expect(readToken(wrong), wrong).toBeUndefined();
      await expect(new Visitor().call(confirm, { token: wrong })).rejects.toMatchObject({ code: "NOT_FOUND" });
      expect((await click(`http://localhost:3000/api/unsubscribe/${encodeURIComponent(wrong)}`)).statusCode).toBe(404);
    }
    expect([await switches(), await switches(other)]).toMatchObject([{ unreadMails: true }, { unreadMails: true }]);
  });

  it("of somebody who is gone is none either", async () => {
    const token = tokenOf({ userId: newId("usr"), kind });
    await expect(new Visitor().call(find, { token })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("may be guessed so often, while real ones of one provider go on", async () => {
    const provider = new Visitor();
    provider.address = "192.0.2.99";
    const guess = () =>
      provider.call(find, { token: "x" }).then(
        () => "found",
        (error: { code: string }) => error.code,
      );
    let answer = await guess();
    for (let time = 0; answer === "NOT_FOUND" && time < 400; time++) answer = await guess();
    expect(answer).toBe("TOO_MANY_REQUESTS");
    await provider.call(confirm, { token: tokenOf({ userId: owner.userId, kind }) });
    expect(await switches()).toMatchObject({ unreadMails: false });
  });
});
