import { switchOn } from "@kartis/tests/support/features.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailProcedures, meetingProcedures, taskProcedures } from "../activities/index.ts";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { isId, type RecordId } from "../kernel/id.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { undoProcedures } from "../undo/index.ts";
import { templateProcedures } from "./procedures.ts";
import type { TemplateRef } from "./schema.ts";

const list = named(templateProcedures, "templates.list");
const create = named(templateProcedures, "templates.create");
const update = named(templateProcedures, "templates.update");
const remove = named(templateProcedures, "templates.remove");
const versions = named(templateProcedures, "templates.versions");
const version = named(templateProcedures, "templates.version");
const restore = named(templateProcedures, "templates.restore");
const usage = named(templateProcedures, "templates.usage");
const undo = named(undoProcedures, "changes.undo");
const createTask = named(taskProcedures, "tasks.create");
const createMeeting = named(meetingProcedures, "meetings.create");
const send = named(mailProcedures, "mails.send");

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newFirm();
});
afterAll(() => backend.close());

async function newFirm(): Promise<Owner> {
  const firm = await newOwner();
  await switchOn(firm, "content-templates");
  return firm;
}
const text = (body: string) => ({ subject: "Offer", body });
const recordOf = ({ recordId }: { readonly recordId: RecordId | null }): RecordId => recordId ?? expect.fail("nothing changed");
const find = async (templateId: string) => (await owner.call(list, {})).templates.find(({ id }) => id === templateId);
const newTemplate = () => owner.call(create, { name: "Offer", channel: "mail", texts: { en: text("Hello"), he: text("שלום") } });
const bodies = (texts: NonNullable<Awaited<ReturnType<typeof find>>>["texts"]) =>
  Object.fromEntries(Object.entries(texts).map(([language, { body }]) => [language, body]));

describe("versions", () => {
  it("say who changed what, latest first, and each is the template as it was", async () => {
    const made = await newTemplate();
    const templateId = made.id;
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    await colleague.call(update, { templateId, name: "Better offer", texts: { en: text("Dear you"), he: null } });
    await owner.call(update, { templateId, texts: { hu: text("Szia") } });
    const { rows } = await owner.call(versions, { templateId });
    expect(rows.map(({ userId, action, changed }) => [userId, action, changed.toSorted()])).toEqual([
      [owner.userId, "template.update", ["text.hu"]],
      [colleague.userId, "template.update", ["name", "text.en", "text.he"]],
      [owner.userId, "template.create", expect.arrayContaining(["name", "text.en", "text.he"])],
    ]);
    const all = await Promise.all(rows.map(({ recordId }) => owner.call(version, { templateId, recordId })));
    expect(all.map(({ name, texts }) => [name, bodies(texts)])).toEqual([
      ["Better offer", { en: "Dear you", hu: "Szia" }],
      ["Better offer", { en: "Dear you" }],
      ["Offer", { en: "Hello", he: "שלום" }],
    ]);
  });

  it("are the states that the template went through, whatever was done to it", async () => {
    const body = fc.option(fc.constantFrom("One", "Two", "Three"), { nil: null });
    const step = fc.record({
      name: fc.constantFrom("Offer", "Price"),
      isOn: fc.boolean(),
      texts: fc.record({ en: fc.constantFrom(text("One"), text("Two")), ru: body.map((one) => one && text(one)) }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const made = await newTemplate();
        const states = [made];
        for (const changes of steps) {
          const { recordId, ...now } = await owner.call(update, { templateId: made.id, ...changes });
          if (recordId) states.unshift({ ...now, recordId });
        }
        const { rows } = await owner.call(versions, { templateId: made.id });
        expect(rows.map(({ recordId }) => recordId)).toEqual(states.map(({ recordId }) => recordId));
        for (const { recordId, name, isOn, texts } of states) {
          const known = await owner.call(version, { templateId: made.id, recordId: recordOf({ recordId }) });
          expect([known.name, known.isOn, bodies(known.texts)]).toEqual([name, isOn, bodies(texts)]);
        }
      }),
      { numRuns: 8 },
    );
  });

  it("of a text that Kartis sends go back beyond its reset", async () => {
    const templateId = "MEETING_EMAIL_CANCELED";
    const written = await owner.call(update, { templateId, texts: { en: text("No visit") } });
    await owner.call(remove, { templateId });
    const { rows } = await owner.call(versions, { templateId });
    expect(rows.map(({ action }) => action)).toEqual(["template.delete", "template.create"]);
    const [reset] = rows;
    // What is there after it is the text that Kartis comes with, which the button for that brings back.
    await expect(owner.call(version, { templateId, recordId: reset?.recordId ?? "" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const again = await owner.call(restore, { templateId, recordId: recordOf(written) });
    expect(again.texts.en?.body).toBe("No visit");
    expect(again.texts.he?.body).toBe(written.texts.he?.body);
  });

  it("are found by those who may read the template, and by the record of that template only", async () => {
    const mine = await newTemplate();
    const other = await newTemplate();
    const recordId = recordOf(other);
    await expect(owner.call(version, { templateId: mine.id, recordId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(owner.call(restore, { templateId: mine.id, recordId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const role = await owner.call(named(organizationProcedures, "roles.create"), {
      name: "Their own",
      grants: { "TEMPLATES.read": "USER", "TEMPLATES.update": "USER" },
    });
    const reader = await newMember(owner, { systemRole: "BASIC", roleId: role.id });
    await expect(reader.call(versions, { templateId: mine.id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(reader.call(restore, { templateId: mine.id, recordId: recordOf(mine) })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});

describe("restoring", () => {
  it("brings a version back whole, and is undone like any other change", async () => {
    const made = await newTemplate();
    const templateId = made.id;
    await owner.call(update, {
      templateId,
      name: "Better offer",
      format: "plain",
      texts: { en: text("Dear you"), he: null, hu: text("Szia") },
    });
    const back = await owner.call(restore, { templateId, recordId: recordOf(made), expectedVersion: 2 });
    expect(back).toMatchObject({ version: 3, name: "Offer", format: "rich" });
    expect(bodies(back.texts)).toEqual({ en: "Hello", he: "שלום" });
    expect((await owner.call(restore, { templateId, recordId: recordOf(made) })).recordId).toBeNull();
    await owner.call(undo, { recordId: recordOf(back) });
    expect(await find(templateId)).toMatchObject({ name: "Better offer", format: "plain" });
    expect(bodies((await find(templateId))?.texts ?? {})).toEqual({ en: "Dear you", hu: "Szia" });
  });

  it("is refused over what somebody else has saved since, and for a role that is gone", async () => {
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Installers", grants: {} });
    const made = await owner.call(create, { name: "Offer", channel: "mail", roleId: role.id, texts: { en: text("Hello") } });
    const templateId = made.id;
    await owner.call(update, { templateId, roleId: null });
    await expect(owner.call(restore, { templateId, recordId: recordOf(made), expectedVersion: 1 })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await owner.call(named(organizationProcedures, "roles.remove"), { roleId: role.id });
    await expect(owner.call(restore, { templateId, recordId: recordOf(made) })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
  });

  it("is refused for a text that names a field which no longer exists", async () => {
    const [type = expect.fail("no type")] = await owner.call(named(cardProcedures, "cards.types"), {});
    const updateFields = named(cardTypeProcedures, "cardTypes.updateFields");
    const { type: wider } = await owner.call(updateFields, {
      typeId: type.id,
      expectedVersion: type.version,
      fields: [...type.fields, { label: "Roof area", type: "number", key: "roofArea" }],
    });
    const made = await owner.call(create, {
      name: "Roof",
      channel: "mail",
      cardTypeId: type.id,
      texts: { en: text("Your {{ card.roofArea }}") },
    });
    await owner.call(update, { templateId: made.id, texts: { en: text("Your roof") } });
    await owner.call(updateFields, { typeId: type.id, expectedVersion: wider.version, fields: type.fields });
    await expect(owner.call(restore, { templateId: made.id, recordId: recordOf(made) })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { fields: { "texts.en.body": "validation.template.variable" } },
    });
  });
});

describe("usage", () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

  it("of one's own counts the emails that were begun with it, those in the trash too", async () => {
    const { id: templateId } = await newTemplate();
    if (!isId("tpl", templateId)) throw new Error("Not one of people's own");
    const [type = expect.fail("no type")] = await owner.call(named(cardProcedures, "cards.types"), {});
    const { id: cardId } = await owner.call(named(cardProcedures, "cards.create"), {
      typeId: type.id,
      fields: { name: "Arbel" },
    });
    expect(await owner.call(usage, { templateId })).toEqual({ ahead: null, sent: 0, lastAt: null });
    const mail = {
      cardId,
      to: [{ email: "dana@x.example" }],
      subject: "Offer",
      body: [{ type: "paragraph" as const, content: [{ text: "Hello" }] }],
    };
    await owner.call(send, mail);
    const first = await owner.call(send, { ...mail, templateId });
    const last = await owner.call(send, { ...mail, templateId });
    await owner.call(named(mailProcedures, "mails.remove"), { mailId: first.id });
    expect(await owner.call(usage, { templateId })).toEqual({ ahead: null, sent: 2, lastAt: last.createdAt });
    // One that a colleague has deleted in the meantime does not keep the email from being sent.
    await owner.call(remove, { templateId });
    expect(await owner.call(send, { ...mail, templateId })).toMatchObject({ delivery: "sending" });
  });

  it("of a text that Kartis sends counts what it is still to be sent for: of a type that has its own, that one", async () => {
    const firm = await newFirm();
    const [lead, other] = await firm.call(named(cardProcedures, "cards.types"), {});
    if (!lead || !other) throw new Error("Two types are needed");
    const { id: cardId } = await firm.call(named(cardProcedures, "cards.create"), { typeId: lead.id, fields: { name: "Arbel" } });
    const ahead = async (templateId: TemplateRef) => (await firm.call(usage, { templateId })).ahead;
    await firm.call(createTask, { title: "Call", due: inAnHour(), reminder: 10 });
    await firm.call(createTask, { title: "Call", due: inAnHour(), reminder: 10, cardId });
    await firm.call(createTask, { title: "No reminder", due: inAnHour(), cardId });
    await firm.call(createMeeting, {
      title: "Visit",
      start: inAnHour(),
      reminder: 10,
      cardId,
      guests: [{ email: "a@x.example" }],
    });
    await firm.call(createMeeting, { title: "Alone", start: inAnHour(), guests: [] });
    await firm.call(createMeeting, { title: "Over", start: "2024-01-01T10:00:00Z", guests: [{ email: "a@x.example" }] });
    expect(await ahead("TASK_EMAIL_REMINDER")).toBe(2);
    expect(await ahead("MEETING_EMAIL_SCHEDULED")).toBe(1);
    expect(await ahead("MEETING_EMAIL_REMINDER")).toBe(1);
    // A series may have guests at single times alone.
    const { id: meetingId } = await firm.call(createMeeting, {
      title: "Weekly",
      start: "2040-06-04T09:00Z",
      timeZone: "UTC",
      repeat: { frequency: "week", every: 1, weekdays: ["MO"], ends: { type: "never" } },
    });
    expect(await ahead("MEETING_EMAIL_SCHEDULED")).toBe(1);
    const guests = [{ email: "a@x.example" }];
    await firm.call(named(meetingProcedures, "meetings.update"), { meetingId, scope: "one", day: "2040-06-11", guests });
    expect(await ahead("MEETING_EMAIL_SCHEDULED")).toBe(2);
    // No message is sent before its channel is there.
    expect(await ahead("TASK_SMS_REMINDER")).toBeNull();
    await firm.call(update, { templateId: `TASK_EMAIL_REMINDER.${lead.id}`, texts: { en: text("A lead") } });
    expect(await ahead(`TASK_EMAIL_REMINDER.${lead.id}`)).toBe(1);
    expect(await ahead(`TASK_EMAIL_REMINDER.${other.id}`)).toBe(0);
    expect(await ahead("TASK_EMAIL_REMINDER")).toBe(1);
  });
});
