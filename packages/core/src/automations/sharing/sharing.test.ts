import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CardType, Field } from "../../cards/schema.ts";
import { definitionOf } from "../automations.fixture.ts";
import { beforeId, countId, relatedId } from "../conditions/subject.ts";
import { type Definition, DefinitionSchema } from "../schema.ts";
import { sharedOf } from "./export.ts";
import { choicesOf, completed, imported, inOrder, readShared } from "./import.ts";
import type { Surroundings } from "./surroundings.ts";

const id = <Prefix extends string>(prefix: Prefix, at: number): `${Prefix}_${string}` =>
  `${prefix}_01JD00000000000000000000${String(at).padStart(2, "0")}`;

const field = (fieldId: string, key: string, type: Field["type"], label: string, options: readonly string[] = []): Field => ({
  id: fieldId,
  key,
  type,
  label,
  options: options.map((one) => ({ id: one, label: `The ${one}`, hue: "slate" })),
  displayed: true,
  required: false,
  internal: false,
});

/** Two types that share ids of options, some of which are words of definitions. @param shift makes the ids another organization's */
function organization(shift: number, rename: (key: string) => string = (key) => key): Surroundings {
  const typeOf = (at: number, name: string, statuses: readonly string[]): CardType =>
    ({
      id: id("typ", at + shift),
      name,
      fields: [
        field("name", "name", "text", "Name"),
        field("owner", "owner", "user", "Owner"),
        field("status", "status", "singleSelect", "Status", statuses),
        field(id("fld", at * 10 + shift), rename("note"), "text", "Note"),
        field(id("fld", at * 10 + 1 + shift), rename("agent"), "user", "Agent"),
        field(id("fld", at * 10 + 2 + shift), rename("size"), "singleSelect", "Size", ["on", "days"]),
        field(id("fld", at * 10 + 3 + shift), rename("email"), "email", "Email"),
        field(id("fld", at * 10 + 4 + shift), rename("tags"), "multiSelect", "Tags", ["red", "on", "blue"]),
        {
          ...field(id("fld", at * 10 + 5 + shift), rename("card"), "cardRelation", "Deals"),
          relation: { typeIds: [id("typ", 2 + shift)], many: true },
        },
      ],
    }) as unknown as CardType; // no more of it is looked at
  return {
    types: [typeOf(1, "Lead", ["on", `new${shift}`]), typeOf(2, "Deal", ["on", `won${shift}`])],
    people: [1, 2].map((at) => ({ id: id("usr", at + shift), name: `Person ${at}` })),
    roles: [{ id: id("rol", 1 + shift), name: "Agents" }],
    templates: [
      { id: id("tpl", 1 + shift), name: "Welcome", channel: "mail", cardTypeId: null, isOffered: true },
      { id: id("tpl", 2 + shift), name: "Offer", channel: "mail", cardTypeId: id("typ", 1 + shift), isOffered: true },
      { id: id("tpl", 3 + shift), name: "Welcome", channel: "sms", cardTypeId: null, isOffered: true },
      { id: id("tpl", 4 + shift), name: "Deal", channel: "mail", cardTypeId: id("typ", 2 + shift), isOffered: true },
    ],
  };
}

const here = organization(0);
const [lead, deal] = here.types as [CardType, CardType];
const fieldsOf = (type: CardType, kind: Field["type"]) => type.fields.filter((one) => one.type === kind);
const oneOf = <T>(all: readonly T[]) => fc.constantFrom(...all);

/** Texts with variables, and such as could be taken for tokens. */
const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }).filter((one) => one.trim() === one),
  oneOf([
    "@1",
    "@@2 {{ card.@1 }}",
    "{{ card.note }} and {{ card.name | upcase }}",
    "card.note",
    "{% if card.size %}x{% endif %}",
    "{{ related.card.note }}, {{ related.card.name | upcase }} {{ card.email }} related.card.note",
  ]),
);
const person = oneOf(here.people.map((one) => one.id));

const valued = (type: CardType) =>
  oneOf([...fieldsOf(type, "singleSelect"), ...fieldsOf(type, "user"), ...fieldsOf(type, "text")]).chain((of) =>
    fc.record({
      fieldId: fc.constant(of.id),
      value: of.type === "user" ? person : of.type === "text" ? text : oneOf(of.options.map((option) => option.id)),
    }),
  );
const condition = fc.oneof(
  valued(lead).map(({ fieldId, value }) => ({ fieldId, operator: "EQUAL", value })),
  valued(lead).map(({ fieldId, value }) => ({ fieldId: beforeId(fieldId), operator: "EQUAL", value })),
  valued(deal).map(({ fieldId, value }) => ({ fieldId: relatedId(deal.id, fieldId), operator: "EQUAL", value })),
  fc.constant({ fieldId: countId(deal.id), operator: "GREATER_THAN", value: 2 }),
);
const filter = fc.oneof(
  condition,
  fc.array(condition, { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
);
const due = { amount: 1, unit: "days" };
const action = fc.oneof(
  valued(lead).map((of) => ({ kind: "changeField", how: "set", ...of })),
  oneOf(fieldsOf(lead, "multiSelect")).chain((of) =>
    fc.record({
      kind: fc.constant("changeField"),
      how: oneOf(["add", "remove"]),
      fieldId: fc.constant(of.id),
      value: fc.subarray(
        of.options.map((option) => option.id),
        { minLength: 1 },
      ),
    }),
  ),
  fc.record({
    kind: fc.constant("notify"),
    text,
    owner: fc.boolean(),
    memberIds: fc.array(person, { minLength: 1, maxLength: 2 }),
    roleIds: fc.subarray([here.roles[0]?.id ?? ""]),
  }),
  fc.record({
    kind: fc.constant("createTask"),
    title: text,
    due: fc.constant(due),
    assignee: fc.oneof(person, oneOf(["owner", null])),
  }),
  oneOf([lead, deal]).chain((type) =>
    fc.record({
      kind: fc.constant("createCard"),
      typeId: fc.constant(type.id),
      name: text,
      fields: valued(type).map(({ fieldId, value }) => ({ [fieldId]: value })),
    }),
  ),
  fc.record({
    kind: fc.constant("sendEmail"),
    subject: text,
    text,
    fieldId: oneOf(fieldsOf(lead, "email").map((one) => one.id)),
  }),
  fc.record({
    kind: fc.constant("sendEmail"),
    templateId: oneOf([id("tpl", 1), id("tpl", 2)]),
    fieldId: oneOf(fieldsOf(lead, "email").map((one) => one.id)),
  }),
  fc.constant({ kind: "sendSms", templateId: id("tpl", 3), senderId: null }),
);
const actionStep = action.map((one) => ({ kind: "action", action: one }));
const steps = fc.array(
  fc.oneof(
    actionStep,
    fc.record({ kind: fc.constant("branch"), filter, met: fc.array(actionStep, { maxLength: 2 }), unmet: fc.constant([]) }),
    fc.record({
      kind: fc.constant("forEach"),
      relatedTypeId: fc.constant(deal.id),
      filter: fc.option(valued(deal).map((of) => ({ operator: "EQUAL", ...of }))),
      steps: fc.array(
        valued(deal).map((of) => ({ kind: "action", action: { kind: "changeField", how: "set", ...of } })),
        { maxLength: 2 },
      ),
    }),
  ),
  { minLength: 1, maxLength: 4 },
);
const trigger = fc.oneof(
  fc.record({ kind: fc.constant("statusChanged"), from: fc.subarray(["on", "new0"]), to: fc.subarray(["on", "new0"]) }),
  oneOf(fieldsOf(lead, "user")).map((of) => ({ kind: "userAssigned", fieldId: of.id })),
  fc.constant({ kind: "cardCreated" }),
);

let count = 0;
const numbered = (all: readonly object[]): object[] =>
  all.map((one) => ({
    ...one,
    id: `s${++count}`,
    ...("met" in one && Array.isArray(one.met) ? { met: numbered(one.met) } : {}),
    ...("steps" in one && Array.isArray(one.steps) ? { steps: numbered(one.steps) } : {}),
  }));
const definitions = fc
  .record({ trigger, filter: fc.option(filter), steps })
  .map((given) => DefinitionSchema.safeParse({ ...given, steps: numbered(given.steps) }))
  .filter((parsed) => parsed.success)
  .map(({ data }) => data);

/** Exported, as text, read again. */
function passedOn(definition: Definition, around = here) {
  const shared = sharedOf({ name: "Test", cardTypeId: lead.id, definition }, around) ?? expect.fail("not shareable");
  const json = JSON.stringify(shared);
  const read = readShared(json);
  return { json, shared: "shared" in read ? read.shared : expect.fail(read.problem) };
}

describe("an automation that is shared", () => {
  it("is the same when it is imported into the same organization", () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        const { json, shared } = passedOn(definition);
        expect(json).not.toMatch(/"(usr|rol|typ|fld|tpl)_/);
        expect(imported(shared, completed(shared, {}, here), here)).toEqual(definition);
      }),
      { numRuns: 300 },
    );
  });

  it("means the same in another organization, and is the same after it has come back", () => {
    const there = organization(40, (key) => `${key}_there`);
    fc.assert(
      fc.property(definitions, (definition) => {
        const { shared } = passedOn(definition);
        const options = Object.fromEntries(
          inOrder(shared).flatMap(([token, of]) =>
            of.kind === "option" ? [[token, of.name.slice("The ".length).replace(/0$/, "40")]] : [],
          ),
        );
        const abroad = imported(shared, completed(shared, options, there), there) ?? expect.fail("not imported");
        expect(JSON.stringify(abroad)).not.toMatch(/01JD000000000000000000000[0-3]/);
        const shared2 = sharedOf({ name: "Test", cardTypeId: there.types[0]?.id ?? lead.id, definition: abroad }, there);
        const back = Object.fromEntries(
          inOrder(shared2 ?? shared).flatMap(([token, of]) =>
            of.kind === "option" ? [[token, of.name.slice("The ".length).replace(/40$/, "0")]] : [],
          ),
        );
        expect(imported(shared2 ?? shared, completed(shared2 ?? shared, back, here), here)).toEqual(definition);
      }),
    );
  });

  it("takes along neither headers nor the path of a webhook, which whoever imports it enters", () => {
    const url = "https://hooks.example.com/secret-path?token=1";
    const headers = [{ name: "Authorization", sealed: "sealed-secret" }];
    const definition = definitionOf({
      actions: [
        { kind: "callWebhook", url, headers },
        { kind: "sendSms", text: "Hi", senderId: id("snd", 1) },
      ],
    });
    const { json, shared } = passedOn(definition);
    expect(json).not.toMatch(/secret|snd_/);
    const mapping = completed(shared, {}, here);
    expect(imported(shared, mapping, here)).toBeUndefined();
    const [token = ""] = inOrder(shared).find(([, of]) => of.kind === "address") ?? [];
    expect(imported(shared, { ...mapping, [token]: "ftp://x" }, here)).toBeUndefined();
    expect(imported(shared, { ...mapping, [token]: "https://other.example/" }, here)?.steps).toMatchObject([
      { action: { url: "https://other.example/", headers: [] } },
      { action: { senderId: null } },
    ]);
  });

  it("offers templates of the same channel that can be sent to the same cards, and leaves one that is gone to be chosen", () => {
    const email = fieldsOf(lead, "email")[0]?.id ?? "";
    const within = { id: "s2", kind: "action", action: { kind: "sendEmail", templateId: id("tpl", 1), fieldId: email } };
    const definition = definitionOf({
      steps: [
        { id: "s1", kind: "action", action: { kind: "sendEmail", templateId: id("tpl", 9), fieldId: email } },
        { id: "each", kind: "forEach", relatedTypeId: deal.id, steps: [within] },
      ],
    });
    const { shared } = passedOn(definition);
    const mapping = completed(shared, {}, here);
    const templates = inOrder(shared).filter(([, { kind }]) => kind === "template");
    expect(
      templates.map(([token, of]) => [of.name, choicesOf(of, mapping, here).map(({ name }) => name), mapping[token]]),
    ).toEqual([
      ["", ["Welcome", "Offer"], undefined],
      ["Welcome", ["Welcome", "Deal"], id("tpl", 1)],
    ]);
    expect(imported(shared, mapping, here)).toBeUndefined();
    const chosen = completed(shared, { [templates[0]?.[0] ?? ""]: id("tpl", 2) }, here);
    expect(imported(shared, chosen, here)?.steps[0]).toMatchObject({ action: { templateId: id("tpl", 2) } });
    // One of another channel or for other cards cannot be chosen.
    for (const wrong of [3, 4])
      expect(imported(shared, completed(shared, { [templates[0]?.[0] ?? ""]: id("tpl", wrong) }, here), here)).toBeUndefined();
  });

  it("is not shared if it names one card", () => {
    const definition = definitionOf({
      actions: [{ kind: "changeField", how: "set", fieldId: id("fld", 10), value: [id("crd", 1)] }],
    });
    expect(sharedOf({ name: "Test", cardTypeId: lead.id, definition }, here)).toBeNull();
  });

  it("leaves open what has no counterpart of the same name, or two", () => {
    const definition = definitionOf({ actions: [{ kind: "notify", text: "Hi", memberIds: here.people.map((one) => one.id) }] });
    const { shared } = passedOn(definition);
    const people = [...here.people.slice(1), { id: id("usr", 8), name: "person 2" }];
    const mapping = completed(shared, {}, { ...here, people });
    expect(inOrder(shared).flatMap(([token, of]) => (of.kind === "person" ? [mapping[token]] : []))).toEqual([
      undefined,
      undefined,
    ]);
    expect(imported(shared, mapping, { ...here, people })).toBeUndefined();
  });
});

describe("a text from anywhere", () => {
  const good = passedOn(definitionOf({ actions: [{ kind: "notify", text: "Hi", owner: true }] })).json;
  const changed = (change: object) => JSON.stringify({ ...(JSON.parse(good) as object), ...change });
  it.each([
    ["what is no JSON", "{", "notJson"],
    ["a large text", " ".repeat(400_001), "tooLarge"],
    ["nesting", `${"[".repeat(50)}${"]".repeat(50)}`, "tooDeep"],
    ["a prototype", good.replace('"name"', '"__proto__":{"isAdmin":true},"name"'), "unsafe"],
    ["a prototype within", changed({ definition: { constructor: {} } }), "unsafe"],
    ["something else", '{"hello":1}', "notShared"],
    ["null", "null", "notShared"],
    ["a later format", changed({ format: 2 }), "newer"],
    ["a token of nothing", changed({ cardType: "@9" }), "notShared"],
    ["an unknown trigger", good.replace("cardCreated", "moonRises"), "unknown"],
    ["an unknown action", good.replace('"notify"', '"launch"'), "unknown"],
    ["an id of a type that is none", changed({ definition: 7 }), "unknown"],
    [
      "too many steps",
      changed({
        definition: {
          trigger: { kind: "cardCreated" },
          steps: Array.from({ length: 51 }, (_, at) => ({ id: `s${at}`, kind: "wait", wait: { amount: 1, unit: "days" } })),
        },
      }),
      "unknown",
    ],
  ])("is refused with its reason: %s", (_, given, problem) => {
    expect(readShared(given)).toEqual({ problem: `automations.import.${problem}` });
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (given) => {
        readShared(given);
      }),
    );
  });
});
