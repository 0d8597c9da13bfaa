import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { settleIncoming } from "@kartis/tests/support/incoming-webhooks.ts";
import { publishForm, submitOnce, the, tokenOfForm } from "@kartis/tests/support/lead-forms.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { callsAMinute } from "../incoming-webhooks/rules.ts";
import { allGrants, type Grants } from "../kernel/permission.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { authenticateToken, tokenProcedures } from "../tokens/index.ts";
import { membersProcedures } from "../members/index.ts";
import { undoProcedures } from "../undo/index.ts";
import { forgetEvents } from "../provider-events/index.ts";
import type { UserId } from "../kernel/id.ts";
import { isPatient, openedNow } from "./address.ts";
import { openFieldsOf, pageAddress, quickestMs, readAnswers } from "./rules.ts";
import { AnswersSchema, type Answers, type Design, DesignSchema, type LeadForm } from "./schema.ts";

const updateType = named(cardTypeProcedures, "cardTypes.updateFields");
const undo = named(undoProcedures, "changes.undo");

let backend: Backend;
let owner: Owner;
let type: CardType;
let form: LeadForm;
/** Field ids by label. */
let fields: Readonly<Record<string, string>>;
const idOf = (label: string) => fields[label] ?? expect.fail(label);

beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner({ template: "empty" });
  const option = (id: string) => ({ id, label: id, hue: "blue" as const });
  const draft = {
    name: "Lead",
    pluralName: "Leads",
    hue: "slate" as const,
    fields: [
      { label: "email", type: "email" as const },
      { label: "phone", type: "phone" as const },
      { label: "budget", type: "currency" as const },
      { label: "rooms", type: "number" as const, max: 20 },
      { label: "source", type: "singleSelect" as const, options: ["web", "ad"].map(option) },
      { label: "wishes", type: "multiSelect" as const, options: ["garden", "sea"].map(option) },
      { label: "move", type: "date" as const },
      { label: "news", type: "checkbox" as const },
      { label: "secret", type: "password" as const },
      { label: "hidden", type: "text" as const, internal: true },
    ],
  };
  type = await owner.call(named(cardTypeProcedures, "cardTypes.create"), { draft });
  fields = Object.fromEntries(type.fields.map(({ label, id }) => [label.toLowerCase(), id]));
});
afterAll(() => backend.close());

const asks = (...labels: string[]): Design["fields"] =>
  labels.map((label) => ({ fieldId: label === "name" ? label : idOf(label), label: "", help: "", required: false }));
const everything = ["name", "email", "phone", "budget", "rooms", "source", "wishes", "move", "news"];
beforeEach(async () => {
  form = await publishForm(owner, type.id, { fields: asks(...everything) });
});

const settle = (options?: { times: number }) => settleIncoming(owner, options);
const open = (language: "he" | null = null) => {
  const visitor = new Visitor(owner.clock);
  visitor.language = language;
  return visitor.call(the("leadForms.open"), { token: tokenOfForm(form) });
};
const log = async () => (await owner.call(the("leadForms.submissions"), { formId: form.id })).calls;
const cards = async (search: string) =>
  (await owner.call(named(cardProcedures, "cards.search"), { cardTypeId: type.id, search })).rows;
const history = async (cardId: `crd_${string}`) => (await owner.call(named(cardProcedures, "cards.history"), { cardId })).entries;
const current = async () =>
  (await owner.call(the("leadForms.list"), {})).find(({ id }) => id === form.id) ?? expect.fail("The form is gone");
const change = async (more: object) => {
  const { version } = await current();
  return owner.call(the("leadForms.update"), { formId: form.id, expectedVersion: version, ...more });
};
const refusal = (fields: Readonly<Record<string, string>>) => ({ code: "INVALID_INPUT", details: { fields } });
/** A visitor that no other test has. */
let number = 0;
const visitor = (more: Answers = {}) => {
  const name = `Visitor${++number}y`;
  return { name, answers: { name, [idOf("email")]: `${name}@site.example`, ...more } };
};

it.each([
  ["site.example/thanks", "https://site.example/thanks"],
  [" http://site.example ", "http://site.example"],
  ["", ""],
  ["javascript:alert(1)", "javascript:alert(1)"],
])("a page is where people write that it is: %j", (written, address) => {
  expect(pageAddress(written)).toBe(address);
});

it("a form that is opened while the clock moves on is one that a person can fill in", () => {
  let ms = Date.now();
  const opened = openedNow(form.id, { now: () => ms++ });
  expect(isPatient(form.id, opened, { now: () => ms + quickestMs })).toBe(true);
  expect(isPatient(form.id, opened, { now: () => ms })).toBe(false);
});

it("a lead belongs to whom the form names, also one that matches no card; a card that is found keeps its owner", async () => {
  const [seller, stranger] = [await newMember(owner, { systemRole: "ADMIN" }), await newOwner({})];
  await expect(change({ ownerIds: [stranger.userId] })).rejects.toMatchObject(
    refusal({ ownerIds: "incomingWebhooks.owners.not" }),
  );
  await change({ ownerIds: [seller.userId] });
  await submitOnce(owner, form, { name: "Lead of the seller", [idOf("news")]: true });
  await settle();
  expect((await cards("Lead of the seller")).map(({ fields }) => fields["owner"])).toEqual([seller.userId]);
  await change({ mode: "createOrUpdate", matchFieldId: idOf("email") });
  const email = "turns@x.example";
  for (const ownerIds of [[seller.userId], [owner.userId]]) {
    await change({ ownerIds });
    await submitOnce(owner, form, { name: "Found again", [idOf("email")]: email, [idOf("news")]: true });
    await settle();
  }
  expect((await cards("Found again")).map(({ fields }) => fields["owner"])).toEqual([seller.userId]);
  // Whoever is suspended gets no more.
  await change({ mode: "create", matchFieldId: null, ownerIds: [seller.userId] });
  await owner.call(named(membersProcedures, "members.suspend"), { userIds: [seller.userId] });
  await submitOnce(owner, form, { name: "Lead of nobody chosen", [idOf("news")]: true });
  await settle();
  expect((await cards("nobody chosen")).map(({ fields }) => fields["owner"])).toEqual([owner.userId]);
  await change({ mode: "create", matchFieldId: null, ownerIds: [] });
});

describe("a submission", () => {
  it("becomes one card, as typed, named after the form in its history, however often it is sent and delivered", async () => {
    const { name, answers } = visitor({
      [idOf("phone")]: "050-1234567",
      [idOf("budget")]: "1,250.50",
      [idOf("rooms")]: "3.5",
      [idOf("source")]: "ad",
      [idOf("wishes")]: ["sea"],
      [idOf("move")]: "2027-02-03",
      [idOf("news")]: true,
    });
    const submissionId = "the-same-submission";
    for (let time = 0; time < 2; time++)
      expect(await submitOnce(owner, form, answers, { submissionId })).toEqual({ thanks: "", redirect: "" });
    await settle({ times: 2 });
    const [card, ...more] = await cards(name);
    expect(more).toEqual([]);
    expect(card?.fields).toMatchObject({
      name,
      owner: owner.userId,
      [idOf("budget")]: 125_050,
      [idOf("rooms")]: 3.5,
      [idOf("source")]: "ad",
      [idOf("wishes")]: ["sea"],
      [idOf("move")]: "2027-02-03",
      [idOf("news")]: true,
    });
    const [sent] = await log();
    expect(sent).toMatchObject({ state: "created", cardId: card?.id });
    expect(await log()).toHaveLength(1);
    const { values } = await owner.call(the("leadForms.values"), { formId: form.id, callId: sent?.id ?? "" });
    const shown = new Map(values?.map((one) => [one.name, one.value]));
    expect(["budget", "source", "wishes", "move"].map((label) => shown.get(label))).toEqual([
      "1250.50",
      "ad",
      "sea",
      "2027-02-03",
    ]);
    expect(await history(card?.id ?? expect.fail())).toMatchObject([
      { action: "card.create", actorKind: "form", sourceId: form.id, origin: "api" },
    ]);
    expect(await owner.call(the("leadForms.sources"), {})).toMatchObject({ [form.id]: form.name });
  });

  it("is checked as a card is, and refused at the fields before anything is stored", async () => {
    const before = await latestRecords(owner.orgId, 1, null);
    const wrong = {
      [idOf("email")]: "nobody",
      [idOf("budget")]: "much",
      [idOf("rooms")]: "21",
      [idOf("source")]: "elsewhere",
      [idOf("wishes")]: ["sky"],
      [idOf("move")]: "2027-02-30",
      [idOf("secret")]: "x",
      owner: owner.userId,
    };
    await expect(submitOnce(owner, form, wrong)).rejects.toMatchObject(
      refusal({
        name: "validation.required",
        [idOf("email")]: "validation.email",
        [idOf("budget")]: "validation.amount",
        [idOf("rooms")]: "validation.range",
        [idOf("source")]: "validation.enum",
        [idOf("wishes")]: "validation.enum",
        [idOf("move")]: "validation.date",
        [idOf("secret")]: "validation.unknownField",
        owner: "validation.unknownField",
      }),
    );
    expect(await latestRecords(owner.orgId, 1, null)).toEqual(before);
  });

  it("has what the form requires, a tick too", async () => {
    const required = asks("name", "phone", "news").map((field) => ({ ...field, required: true }));
    await change({ design: { ...form.design, fields: required } });
    await expect(submitOnce(owner, form, { name: "Dana", [idOf("news")]: false })).rejects.toMatchObject(
      refusal({ [idOf("phone")]: "validation.required", [idOf("news")]: "validation.required" }),
    );
  });

  it("needs the consent that the form asks for, and leaves on the card what was agreed to, and when, once", async () => {
    const consent = "I agree to be called.";
    await change({ design: { ...form.design, consent } });
    const { name, answers } = visitor();
    await expect(submitOnce(owner, form, answers)).rejects.toMatchObject(refusal({ consent: "validation.required" }));
    await expect(submitOnce(owner, form, answers, { consent: "An earlier text" })).rejects.toMatchObject(
      refusal({ consent: "validation.required" }),
    );
    await submitOnce(owner, form, answers, { consent });
    // What the form says later is not what this visitor has read.
    await change({ design: { ...form.design, consent: "Something else" } });
    await settle({ times: 2 });
    const [card] = await cards(name);
    const entries = await history(card?.id ?? expect.fail());
    expect(entries.map(({ action }) => action)).toEqual(["card.consent", "card.create"]);
    const [received] = await log();
    expect(entries[0]).toMatchObject({ actorKind: "form", after: { text: consent, at: received?.at, formId: form.id } });
  });

  it("changes the card that it matches, keeps what was left empty, and says when nothing differs", async () => {
    await change({ mode: "createOrUpdate", matchFieldId: idOf("email") });
    const { name, answers } = visitor({ [idOf("budget")]: "5", [idOf("rooms")]: "2" });
    await submitOnce(owner, form, answers);
    await settle();
    await submitOnce(owner, form, { ...answers, [idOf("budget")]: "7", [idOf("rooms")]: "" });
    await settle();
    await submitOnce(owner, form, { ...answers, [idOf("budget")]: "7" });
    await settle();
    expect((await log()).map(({ state }) => state)).toEqual(["same", "updated", "created"]);
    expect((await cards(name)).map((card) => card.fields)).toMatchObject([{ [idOf("budget")]: 700, [idOf("rooms")]: 2 }]);
  });

  it("of somebody who is known by an identifier finds their card, as a new form is set up", async () => {
    const seller = await newOwner({ template: "sales" });
    const [leads] = await seller.call(named(cardProcedures, "cards.types"), {});
    const page = await publishForm(seller, (leads ?? expect.fail()).id);
    const email = leads?.fields.find(({ type: kind }) => kind === "email")?.id ?? expect.fail();
    for (const name of ["Dana", "Dana Levi"]) await submitOnce(seller, page, { name, [email]: "dana@site.example" });
    await settleIncoming(seller);
    const { calls } = await seller.call(the("leadForms.submissions"), { formId: page.id });
    expect(calls.map(({ state }) => state).toSorted()).toEqual(["created", "updated"]);
  });

  it("that no longer fits waits in the log with its reason, and becomes a card once it does", async () => {
    const { name, answers } = visitor({ [idOf("source")]: "ad" });
    await submitOnce(owner, form, answers);
    const [latest] = (await owner.call(named(cardProcedures, "cards.types"), {})).filter(({ id }) => id === type.id);
    const without = (latest ?? expect.fail()).fields.map((field) =>
      field.id === idOf("source") ? { ...field, options: field.options.filter(({ id }) => id !== "ad") } : field,
    );
    const { type: changed } = await owner.call(updateType, {
      typeId: type.id,
      expectedVersion: latest?.version ?? 0,
      fields: without,
    });
    await settle();
    const [refused] = await log();
    expect(refused).toMatchObject({
      state: "refused",
      problems: [{ fieldId: idOf("source"), message: "validation.enum" }],
    });
    await owner.call(updateType, { typeId: type.id, expectedVersion: changed.version, fields: latest?.fields ?? [] });
    await owner.call(the("leadForms.retry"), { formId: form.id, callId: refused?.id ?? "" });
    await settle();
    expect(await log()).toMatchObject([{ state: "created" }]);
    expect(await cards(name)).toHaveLength(1);
  });

  it("whose field to match by was deleted is refused in the form's own words; the form says so, and tells it once until it is mended", async () => {
    await change({ mode: "createOrUpdate", matchFieldId: idOf("email") });
    const latest = (await owner.call(named(cardProcedures, "cards.types"), {})).find(({ id }) => id === type.id) ?? expect.fail();
    const without = latest.fields.filter(({ id }) => id !== idOf("email"));
    const { type: changed } = await owner.call(updateType, { typeId: type.id, expectedVersion: latest.version, fields: without });
    expect(await current()).toMatchObject({ state: "active", attention: "matchGone" });
    for (let times = 0; times < 2; times++) {
      const { [idOf("email")]: _, ...answers } = visitor().answers;
      await submitOnce(owner, form, answers);
      await settle();
    }
    const reason = { state: "refused", problems: [{ fieldId: null, message: "leadForms.problem.match" }] };
    const refused = await log();
    expect(refused).toMatchObject([reason, reason]);
    const told = async () =>
      (await latestRecords(owner.orgId, 100, null)).filter(({ changes }) =>
        changes.some(({ action, subject }) => action === "leadForm.refuse" && subject.id === form.id),
      );
    expect(await told()).toHaveLength(1);
    // Mended, what was refused becomes cards.
    const design = { ...form.design, fields: asks("name", "phone", "news") };
    expect(await change({ design, matchFieldId: idOf("phone") })).toMatchObject({ attention: null });
    expect(await current()).toMatchObject({ attention: null });
    for (const { id: callId } of refused) await owner.call(the("leadForms.retry"), { formId: form.id, callId });
    await settle();
    expect((await log()).map(({ state }) => state)).toEqual(["created", "created"]);
    // Broken again in another way, it tells it once more.
    const { type: broken } = await owner.call(updateType, {
      typeId: type.id,
      expectedVersion: changed.version,
      fields: without.filter(({ id }) => id !== idOf("phone")),
    });
    for (let times = 0; times < 2; times++) {
      const { name } = visitor();
      await submitOnce(owner, form, { name });
      await settle();
    }
    expect(await told()).toHaveLength(2);
    await owner.call(updateType, { typeId: type.id, expectedVersion: broken.version, fields: latest.fields });
  });

  it("needs attention where its type is gone, requires what it does not ask for, or whoever changed it last has left", async () => {
    const made = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: { name: "Guest", pluralName: "Guests", hue: "slate", fields: [{ label: "Room", type: "text" }] },
    });
    const { member } = await memberWith({
      "ORGANIZATION.update": "ORGANIZATION",
      "CARDS.create": "ORGANIZATION",
      "CARDS.read": "ORGANIZATION",
    });
    const { id, version } = await publishForm(owner, made.id, { fields: asks("name") });
    const attention = async () => (await owner.call(the("leadForms.list"), {})).find((one) => one.id === id)?.attention;
    expect(await attention()).toBeNull();
    const { type: required } = await owner.call(updateType, {
      typeId: made.id,
      expectedVersion: made.version,
      fields: made.fields.map((field) => ({ ...field, required: true })),
    });
    expect(await attention()).toBe("fieldsMissing");
    await owner.call(updateType, { typeId: made.id, expectedVersion: required.version, fields: made.fields });
    await member.call(the("leadForms.update"), { formId: id, expectedVersion: version, name: "Theirs" });
    await owner.call(named(membersProcedures, "members.suspend"), { userIds: [member.userId] });
    expect(await attention()).toBe("noMember");
    await owner.call(named(cardTypeProcedures, "cardTypes.remove"), { typeId: made.id });
    expect(await attention()).toBe("typeGone");
    await owner.call(the("leadForms.remove"), { formId: id });
  });

  it("belongs to nobody for whom whoever changed the form last may create no cards, rather than being refused", async () => {
    const grants = (create: "ORGANIZATION" | "USER") => ({
      "ORGANIZATION.update": "ORGANIZATION" as const,
      "ORGANIZATION.read": "ORGANIZATION" as const,
      "CARDS.create": create,
      "CARDS.read": create,
    });
    const { member, role } = await memberWith(grants("ORGANIZATION"));
    const choose = async (ownerIds: readonly UserId[]) =>
      member.call(the("leadForms.update"), {
        formId: form.id,
        expectedVersion: (await current()).version,
        ownerIds: [...ownerIds],
      });
    await choose([owner.userId]);
    const narrow = { roleId: role.id, expectedVersion: role.version, grants: grants("USER") };
    await owner.call(named(organizationProcedures, "roles.update"), narrow);
    await expect(choose([owner.userId])).rejects.toMatchObject(refusal({ ownerIds: "incomingWebhooks.owners.not" }));
    const { name, answers } = visitor();
    await submitOnce(owner, form, answers);
    await settle();
    expect(await cards(name)).toMatchObject([{ fields: { owner: member.userId } }]);
  });

  it("does only what whoever changed the form last may do now", async () => {
    const { member, role } = await memberWith({
      "ORGANIZATION.update": "ORGANIZATION",
      "ORGANIZATION.read": "ORGANIZATION",
      "CARDS.create": "ORGANIZATION",
      "CARDS.read": "ORGANIZATION",
    });
    const { version } = await current();
    await member.call(the("leadForms.update"), { formId: form.id, expectedVersion: version, name: "Theirs" });
    expect((await current()).actsAs).toBe(member.userId);
    const [one, other] = [visitor(), visitor()];
    await submitOnce(owner, form, one.answers);
    await settle();
    expect(await cards(one.name)).toMatchObject([{ fields: { owner: member.userId } }]);
    await owner.call(named(organizationProcedures, "roles.update"), {
      roleId: role.id,
      expectedVersion: role.version,
      grants: { "CARDS.read": "USER" },
    });
    await submitOnce(owner, form, other.answers);
    await settle();
    expect((await log())[0]).toMatchObject({ state: "refused", problems: [{ fieldId: null }] });
    expect(await cards(other.name)).toEqual([]);
  });

  it("of an erased person loses its values, and stays in the log", async () => {
    await submitOnce(owner, form, visitor().answers, { website: "robot" });
    await settle();
    await forgetEvents(owner.orgId, "incoming", () => true);
    const [call] = await log();
    await expect(owner.call(the("leadForms.retry"), { formId: form.id, callId: call?.id ?? "" })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
  });
});

async function memberWith(grants: Grants) {
  const role = await owner.call(named(organizationProcedures, "roles.create"), { name: `Role ${++number}`, grants });
  return { member: await newMember(owner, { roleId: role.id }), role };
}

describe("robots", () => {
  it.each([
    ["fill in what people do not see", () => ({ website: "https://spam.example" })],
    ["send faster than anybody types", async () => ({ opened: (await open()).opened })],
    ["send without having opened the form", () => ({ opened: `1.${"A".repeat(32)}` })],
    ["send what they have seen elsewhere", async () => ({ opened: (await another()).opened })],
  ] as const)("that %s are answered as people are, and held back until somebody has looked", async (_, trick) => {
    const { name, answers } = visitor();
    expect(await submitOnce(owner, form, answers, await trick())).toEqual({ thanks: "", redirect: "" });
    await settle({ times: 2 });
    const [held] = await log();
    expect(held).toMatchObject({ state: "spam", cardId: null });
    expect(await cards(name)).toEqual([]);
    await owner.call(the("leadForms.retry"), { formId: form.id, callId: held?.id ?? "" });
    await settle({ times: 2 });
    expect(await log()).toMatchObject([{ state: "created" }]);
    expect(await cards(name)).toHaveLength(1);
  });

  /** Another form, opened in time. */
  async function another() {
    const { url } = await publishForm(owner, type.id);
    const earlier = new Visitor({ now: () => owner.clock.now() - quickestMs });
    return earlier.call(the("leadForms.open"), { token: tokenOfForm({ url }) });
  }

  it("get no further than so many submissions from an address, and so many to a form", async () => {
    const from = async (address: string) => {
      const robot = new Visitor(owner.clock);
      robot.address = address;
      const input = { token: tokenOfForm(form), opened: "1.x" };
      const send = (id: number) =>
        robot.call(the("leadForms.submit"), {
          ...input,
          submissionId: `robot-${address.replaceAll(".", "-")}-${id}`.padEnd(16, "x"),
          answers: { name: "x" },
        });
      let taken = 0;
      try {
        for (; taken < 200; taken++) await send(taken);
      } catch (error) {
        expect(error).toMatchObject({ code: "TOO_MANY_REQUESTS" });
      }
      return taken;
    };
    // The minute may turn in between, once.
    const taken = [];
    for (let at = 1; at <= 5; at++) taken.push(await from(`198.51.100.${at}`));
    expect(Math.max(...taken)).toBeLessThanOrEqual(120);
    expect(taken[0]).toBeLessThan(130);
    expect(taken.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(2 * callsAMinute);
  });
});

describe("a page", () => {
  it("shows the form in its language or the visitor's, and nothing of the organization but its name", async () => {
    await change({
      design: { ...form.design, title: "Contact", fields: [{ fieldId: "name", label: "Who?", help: "", required: false }] },
    });
    const shown = await open("he");
    expect(shown).toMatchObject({ isClosed: false, language: "he", title: "Contact" });
    expect(shown.fields).toMatchObject([{ id: "name", label: "Who?", required: true, options: [] }]);
    expect(JSON.stringify(shown)).not.toContain(owner.userId);
    await change({ design: { ...form.design, language: "hu" } });
    expect((await open("he")).language).toBe("hu");
  });

  it("is closed while the form is a draft or paused, and takes nothing", async () => {
    const draft = await owner.call(the("leadForms.create"), { name: "Draft", typeId: type.id });
    await change({ state: "paused" });
    for (const url of [draft.url, form.url]) {
      const token = tokenOfForm({ url });
      expect(await new Visitor().call(the("leadForms.open"), { token })).toMatchObject({ isClosed: true, fields: [] });
    }
    await expect(submitOnce(owner, form, { name: "Dana" })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    await change({ state: "active" });
    await submitOnce(owner, form, { name: "Dana" });
  });

  it("is not there for an address that Kartis did not issue, nor once its form is removed, and again once that is undone", async () => {
    const token = tokenOfForm(form);
    const [orgId, formId, signature = ""] = token.split(".");
    const { orgId: otherOrg } = await newOwner({ template: "empty" });
    for (const wrong of ["", "x", `${orgId}.${formId}`, `${otherOrg}.${formId}.${signature}`, `${token}x`, `${token}.1`])
      await expect(new Visitor().call(the("leadForms.open"), { token: wrong }), wrong).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    const before = await change({ ownerIds: [owner.userId] });
    const { recordId } = await owner.call(the("leadForms.remove"), { formId: form.id });
    await expect(open()).rejects.toMatchObject({ code: "NOT_FOUND" });
    const undone = await owner.call(undo, { recordId: recordId ?? "" });
    expect(await current()).toEqual({ ...before, version: before.version + 2 });
    expect((await open()).fields).toHaveLength(everything.length);
    await owner.call(undo, { recordId: undone.recordId ?? "" });
    await expect(open()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("settings", () => {
  it("begin with what the type needs and how to reach the visitor", async () => {
    const { design, state } = await owner.call(the("leadForms.create"), { name: "New", typeId: type.id });
    expect(state).toBe("draft");
    expect(design.fields.map(({ fieldId }) => fieldId)).toEqual(["name", idOf("email"), idOf("phone")]);
  });

  it("refuse fields that visitors cannot fill in, a published form without what the type needs, and matches by what it does not ask", async () => {
    const design = (...labels: string[]) => ({ design: { ...form.design, fields: asks(...labels) } });
    for (const label of ["secret", "hidden", "owner"])
      await expect(change(design("name", label)), label).rejects.toMatchObject(refusal({ fields: "leadForms.problem.field" }));
    await expect(change(design("email"))).rejects.toMatchObject(refusal({ fields: "leadForms.problem.needed" }));
    await expect(change(design("name", "name"))).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(change({ ...design("name"), mode: "createOrUpdate", matchFieldId: idOf("email") })).rejects.toMatchObject(
      refusal({ matchFieldId: "leadForms.problem.match" }),
    );
    for (const redirect of ["javascript:alert(1)", "data:text/html,x", "//evil.example", "nowhere"])
      await expect(change({ design: { ...form.design, redirect } }), redirect).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(
      owner.call(the("leadForms.update"), { formId: form.id, expectedVersion: 1, name: "Late" }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("let a form that needs attention be paused and renamed as it is; what it needs is needed to resume it", async () => {
    await change({ mode: "createOrUpdate", matchFieldId: idOf("email") });
    const latest = (await owner.call(named(cardProcedures, "cards.types"), {})).find(({ id }) => id === type.id) ?? expect.fail();
    const without = latest.fields.filter(({ id }) => id !== idOf("email"));
    const { type: changed } = await owner.call(updateType, { typeId: type.id, expectedVersion: latest.version, fields: without });
    expect(await change({ name: "Old page" })).toMatchObject({ name: "Old page", state: "active", attention: "matchGone" });
    expect(await change({ state: "paused" })).toMatchObject({ state: "paused", attention: null });
    expect(await open()).toMatchObject({ isClosed: true });
    const standing = refusal({ fields: "leadForms.problem.field", matchFieldId: "leadForms.problem.match" });
    await expect(change({ state: "active" })).rejects.toMatchObject(standing);
    await expect(change({ state: "paused", design: form.design })).rejects.toMatchObject(standing);
    await owner.call(updateType, { typeId: type.id, expectedVersion: changed.version, fields: latest.fields });
    expect(await change({ state: "active" })).toMatchObject({ state: "active", attention: null });
  });

  it("let a form be paused whose card type is gone", async () => {
    const draft = { name: "Guest", pluralName: "Guests", hue: "slate" as const, fields: [] };
    const made = await owner.call(named(cardTypeProcedures, "cardTypes.create"), { draft });
    const { id: formId, version: expectedVersion } = await publishForm(owner, made.id, { fields: asks("name") });
    await owner.call(named(cardTypeProcedures, "cardTypes.remove"), { typeId: made.id });
    const update = the("leadForms.update");
    expect(await owner.call(update, { formId, expectedVersion, state: "paused" })).toMatchObject({
      state: "paused",
      attention: null,
    });
    await expect(owner.call(update, { formId, expectedVersion: expectedVersion + 1, state: "active" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await owner.call(the("leadForms.remove"), { formId });
  });

  it("are for those who may change the organization, and create cards themselves", async () => {
    const { member: reader } = await memberWith({ "ORGANIZATION.read": "ORGANIZATION", "CARDS.create": "ORGANIZATION" });
    expect((await reader.call(the("leadForms.list"), {})).length).toBeGreaterThan(0);
    await expect(reader.call(the("leadForms.submissions"), { formId: form.id })).rejects.toMatchObject({ code: "NO_PERMISSION" });
    const { member: keeper } = await memberWith({ "ORGANIZATION.update": "ORGANIZATION", "ORGANIZATION.read": "ORGANIZATION" });
    await expect(keeper.call(the("leadForms.create"), { name: "No", typeId: type.id })).rejects.toMatchObject({
      code: "NO_PERMISSION",
    });
  });
});

it("a token may only change a form if it may do with cards all that its maker may: submissions have the maker's permissions", async () => {
  const createBy = async (grants: Grants) => {
    const { secret } = await owner.call(named(tokenProcedures, "tokens.create"), { name: "Test", grants, expiresInDays: 1 });
    const actor = (await authenticateToken(secret, owner.clock)) ?? expect.fail("no token");
    const context = { ...(await owner.context()), actor, origin: "api" as const };
    return the("leadForms.create").call({ name: "By a token", typeId: type.id }, context);
  };
  await expect(createBy({ ...allGrants, "CARDS.update": "USER" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await createBy(allGrants)).toMatchObject({ state: "draft", actsAs: owner.userId });
});

it("any answers are read without an exception, into values that the type accepts", () => {
  const asked = openFieldsOf(type, DesignSchema.parse({ fields: asks(...everything) }), { currency: "ILS" });
  const context = { currency: "ILS", region: "IL" } as const;
  const hostile = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\u0000", "\ud800", "9".repeat(400), "x".repeat(20_000)),
  );
  const answer = fc.oneof(hostile, fc.boolean(), fc.array(fc.oneof(hostile, fc.constantFrom("sea", "garden"))));
  const keys = fc.constantFrom(...asked.map(({ id }) => id), "__proto__", "constructor", "owner");
  fc.assert(
    fc.property(fc.dictionary(keys, answer), (given) => {
      const parsed = AnswersSchema.safeParse(given);
      if (!parsed.success) return;
      const { values, errors } = readAnswers(type, asked, parsed.data, context);
      for (const id of Object.keys(values)) expect(errors[id]).toBeUndefined();
      for (const id of Object.keys(values)) expect(asked.map((field) => field.id)).toContain(id);
    }),
  );
});
