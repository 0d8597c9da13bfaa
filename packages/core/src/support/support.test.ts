import { SESv2Client } from "@aws-sdk/client-sesv2";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named, newOwner, Visitor } from "@kartis/tests/support/people.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { latestRecords } from "../data/journal-entity.ts";
import { errorShape } from "../kernel/error.ts";
import { supportProcedures } from "./index.ts";

const create = named(supportProcedures, "support.create");
const contact = named(supportProcedures, "support.contact");

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
afterEach(() => vi.restoreAllMocks());

const shapeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => errorShape(error, "r"),
  );
/** Records what goes to SES, which still accepts it. */
function mails() {
  const send = vi.spyOn(SESv2Client.prototype, "send");
  return () => send.mock.calls.map(([command]) => command.input);
}

describe("a support ticket", () => {
  it("is journalled, and mailed to support with its author and page", async () => {
    const owner = await newOwner();
    const { ticketId } = await owner.call(create, {
      title: "  No export\nhere ",
      description: " It says nothing ",
      page: "/cards/leads",
    });
    const records = await latestRecords(owner.orgId, 2, null);
    expect(records.find(({ changes: [change] }) => change?.action === "support.create")).toMatchObject({
      actor: { id: owner.userId },
      changes: [{ subject: { kind: "ticket", id: ticketId } }],
    });
    const sent = mails();
    expect(await sendIntended(owner.orgId)).toBe(0);
    expect(sent()).toMatchObject([
      {
        Destination: { ToAddresses: ["support@kartis.localhost"] },
        Content: { Simple: { Subject: { Data: "No export here" } } },
      },
    ]);
    const text = JSON.stringify(sent());
    for (const part of ["It says nothing", "/cards/leads", owner.orgId, ticketId, "Owner "]) expect(text).toContain(part);
  });

  it.each([
    ["title", { title: "   ", description: "x" }],
    ["description", { title: "x", description: "\n" }],
    ["description", { title: "x", description: "y".repeat(5_001) }],
  ])("needs a %s within its bounds", async (field, input) => {
    const owner = await newOwner();
    const shape = await shapeOf(owner.call(create, input));
    expect(shape).toMatchObject({ code: "INVALID_INPUT" });
    expect(Object.keys(shape?.fields ?? {})).toEqual([field]);
  });

  it("can be written when the trial is over and nothing else can", async () => {
    let now = Date.now();
    const owner = await newOwner({ clock: { now: () => now } });
    now += 15 * 86_400_000;
    const { latest } = { latest: await shapeOf(owner.call(create, { title: "Our trial", description: "Let us go on" })) };
    expect(latest).toBeNull();
  });
});

describe("the contact form", () => {
  const request = {
    mainContact: "Noa Adler",
    company: "Meridian",
    email: "Noa@Meridian.example",
    phone: "+972 50-234-5678",
    description: "Please call",
    language: "he",
  } as const;

  it("is mailed with its author as the reply address", async () => {
    const sent = mails();
    await new Visitor().call(contact, request);
    expect(sent()).toMatchObject([{ ReplyToAddresses: ["noa@meridian.example"] }]);
  });

  it.each([
    ["mainContact", { mainContact: " " }],
    ["company", { company: "" }],
    ["email", { email: "noa@" }],
    ["phone", { phone: "12" }],
    ["description", { description: " " }],
    ["language", { language: "fr" as "en" }],
  ])("refuses a wrong %s", async (field, wrong) => {
    const sent = mails();
    const shape = await shapeOf(new Visitor().call(contact, { ...request, ...wrong }));
    expect(Object.keys(shape?.fields ?? {})).toEqual([field]);
    expect(sent()).toEqual([]);
  });

  it("is not mailed when a robot filled it in, and only up to a limit per person", async () => {
    const sent = mails();
    const visitor = new Visitor();
    visitor.address = "10.9.9.9";
    await visitor.call(contact, { ...request, email: "robot@example.com", website: "https://spam.example" });
    expect(sent()).toEqual([]);
    const outcomes: (string | undefined)[] = [];
    for (let turn = 0; turn < 11; turn++)
      outcomes.push((await shapeOf(visitor.call(contact, { ...request, email: "often@example.com" })))?.code);
    expect(outcomes.at(-1)).toBe("TOO_MANY_REQUESTS");
    expect(sent()).toHaveLength(10);
  });
});
