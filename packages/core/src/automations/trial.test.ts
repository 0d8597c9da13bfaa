import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { startWhatsApp, type WhatsAppSide } from "@kartis/tests/support/whatsapp.ts";
import { openChat } from "@kartis/tests/support/whatsapp-number.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures, cardTypesOf } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import type { CardId, CardTypeId } from "../kernel/id.ts";
import { definitionOf, the } from "./automations.fixture.ts";
import { everythingFor } from "./everything.fixture.ts";

const createCard = named(cardProcedures, "cards.create");

let backend: Backend;
let whatsapp: WhatsAppSide;
beforeAll(async () => {
  backend = await startBackend();
  whatsapp = await startWhatsApp();
});
afterAll(async () => {
  await whatsapp.close();
  await backend.close();
});

const sms = { kind: "sendSms", text: "Hello {{ card.name }}" };
const free = { kind: "sendWhatsapp", what: "text", text: "Hello" };
const template = { kind: "sendWhatsapp", what: "template", name: "missing_documents", language: "en", parameters: [] };

/** Each action's result in a dry run for the card. */
async function tried(owner: Owner, cardTypeId: CardTypeId, cardId: CardId, actions: readonly object[]) {
  const { steps } = await owner.call(the("automations.try"), { cardId, cardTypeId, definition: definitionOf({ actions }) });
  return steps.map(({ state, message, recipient }) => message ?? `${state}: ${recipient ?? ""}`);
}

describe("a dry run", () => {
  it("reports messages that are certain to fail: the channel is not set up, or the card has no recipient", async () => {
    const owner = await newOwner({ template: "sales" });
    const type = (await cardTypesOf(owner.orgId)).find(({ slug }) => slug === "leads");
    if (!type) throw new Error("No leads");
    const idOf = (kind: string) => type.fields.find((field) => field.type === kind)?.id ?? "";
    const whole = await owner.call(createCard, {
      typeId: type.id,
      fields: { name: "Dana", [idOf("phone")]: "+972541112233", [idOf("email")]: "dana@x.example" },
    });
    const bare = await owner.call(createCard, { typeId: type.id, fields: { name: "Nobody", owner: null } });
    const mail = { kind: "sendEmail", fieldId: idOf("email"), subject: "Hello", text: "Hello" };
    const notify = { kind: "notify", text: "Look", owner: true };
    expect(await tried(owner, type.id, whole.id, [sms, template, mail, notify])).toEqual([
      "sms.obstacle.notOffered",
      "errors.whatsappMissing",
      "would: dana@x.example",
      "would: ",
    ]);
    expect(await tried(owner, type.id, bare.id, [sms, template, mail, notify])).toEqual([
      "automations.skipped.noPhone",
      "automations.skipped.noPhone",
      "automations.skipped.noEmail",
      "automations.skipped.noOwner",
    ]);
  });

  it("takes each step with the cards as those before would have left them, and checks values", async () => {
    const { owner, type, field, values } = await everythingFor(await newOwner({ template: "empty" }));
    const { id: cardId } = await owner.call(createCard, { typeId: type.id, fields: { name: "Dana", ...values } });
    const set = (fieldId: string, value: unknown) => ({ kind: "changeField", how: "set", fieldId, value });
    const write = (fieldId: string, text: string) => ({ kind: "changeField", how: "write", fieldId, text });
    const act = (id: string, action: object) => ({ id, kind: "action", action });
    const isWon = { fieldId: "status", operator: "EQUAL", value: "opt_won" };
    const steps = [
      act("won", set("status", "opt_won")),
      act("note", write(field.note, "{{ card.name }} is {{ card.status }}")),
      { id: "if", kind: "branch", filter: isWon, met: [act("copy", write(field.note, "Seen: {{ card.note }}"))], unmet: [] },
      act("email", write(field.email, "nobody")),
    ];
    const definition = definitionOf({ trigger: { kind: "buttonClicked", label: "Go" }, steps });
    const answer = await owner.call(the("automations.try"), { cardId, cardTypeId: type.id, definition });
    expect(answer.steps).toMatchObject([
      { stepId: "won", state: "would" },
      { stepId: "note", state: "would", input: { fields: { [field.note]: "Dana is opt_won" } } },
      { stepId: "if", met: true },
      { stepId: "copy", state: "would", input: { fields: { [field.note]: "Seen: Dana is opt_won" } } },
      { stepId: "email", state: "failed", message: "validation.email" },
    ]);
    expect((await owner.call(named(cardProcedures, "cards.get"), { id: cardId })).fields["status"]).toBe("opt_new");
  });

  it("names the recipient's number, respects the 24-hour window, and sends nothing", async () => {
    const { owner, type, values } = await everythingFor(await newOwner({ template: "empty" }));
    await whatsapp.connect(owner, type.id);
    const { id: cardId } = await owner.call(createCard, { typeId: type.id, fields: { name: "Dana", ...values } });
    const before = (await latestRecords(owner.orgId, 300, null)).length;
    expect(await tried(owner, type.id, cardId, [sms, template, free])).toEqual([
      "would: +972541112233",
      "would: +972541112233",
      "errors.whatsappWindow",
    ]);
    expect(await latestRecords(owner.orgId, 300, null)).toHaveLength(before);
    await openChat(owner, { cardId, phone: "+972541112233" });
    expect(await tried(owner, type.id, cardId, [free])).toEqual(["would: +972541112233"]);
  });
});
