import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keepDelivery } from "../activities/mails/delivered.ts";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { isId } from "../kernel/id.ts";
import { published, runsOf, the } from "./automations.fixture.ts";
import { memberWith, world } from "./world.fixture.ts";

let backend: Backend;
let of: Awaited<ReturnType<typeof world>>;
beforeAll(async () => {
  backend = await startBackend();
  of = await world();
});
afterAll(() => backend.close());

const all = "ORGANIZATION" as const;
const detailsOf = async (person: typeof of.owner, automation: { readonly id: `aut_${string}` }) => {
  const [run] = await runsOf(person, automation);
  const details = await person.call(the("automations.run"), { automationId: automation.id, runId: run?.id ?? expect.fail() });
  return { listed: run?.undelivered, undelivered: details.undelivered, details };
};

it("a run shows that its message may not have arrived, until it has, to those who see the message", async () => {
  const automation = await published(of.owner, of.type.id, { actions: [of.actions.sendEmail] });
  await of.card("Dana", of.values);
  await settleAutomations(of.owner.orgId, of.clock);
  const { details, ...sending } = await detailsOf(of.owner, automation);
  expect(sending).toEqual({ listed: 0, undelivered: 0 });
  const mailId = details.steps[0]?.subjectId;
  if (!isId("act", mailId)) throw new Error("No mail");
  const deliveryIs = async (delivery: "unknown" | "failed" | "delivered" | "bounced") => {
    await keepDelivery(of.owner.orgId, mailId, delivery, of.clock);
    const shown = await detailsOf(of.owner, automation);
    return [shown.details.subjects[mailId]?.delivery, shown.undelivered, shown.listed];
  };
  expect(await deliveryIs("unknown")).toEqual(["unknown", 1, 1]);
  const stranger = await memberWith(of.owner, { "AUTOMATION.read": all });
  const hidden = await detailsOf(stranger, automation);
  expect([hidden.details.subjects[mailId], hidden.undelivered, hidden.listed]).toEqual([undefined, 0, 0]);
  expect(await deliveryIs("failed")).toEqual(["failed", 1, 1]);
  expect(await deliveryIs("delivered")).toEqual(["delivered", 0, 0]);
  expect(await deliveryIs("bounced")).toEqual(["bounced", 1, 1]);
});

it("so does one whose message was sent for a related card, whose results have given way to those for the next", async () => {
  const { owner, type } = of;
  const { id: dealTypeId, fields } = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: {
      name: "Deal",
      pluralName: "Deals",
      hue: "slate",
      fields: [
        { label: "Email", type: "email" },
        { label: "Lead", type: "cardRelation", relation: { typeIds: [type.id], many: true } },
      ],
    },
  });
  const idOf = (label: string) => fields.find((field) => field.label === label)?.id ?? "";
  const send = { ...of.actions.sendEmail, fieldId: idOf("Email") };
  const inner = [{ id: "mail", kind: "action", action: send }];
  const steps = [{ id: "each", kind: "forEach", relatedTypeId: dealTypeId, filter: null, steps: inner }];
  const automation = await published(owner, type.id, { trigger: { kind: "buttonClicked", label: "Go" }, steps });
  const { id: leadId } = await of.card("Dana");
  for (const name of ["A", "B"]) {
    const deal = { name, [idOf("Lead")]: [leadId], [idOf("Email")]: `${name}@x.example` };
    await owner.call(named(cardProcedures, "cards.create"), { typeId: dealTypeId, fields: deal });
  }
  await owner.call(the("automations.press"), { automationId: automation.id, cardId: leadId });
  await settleAutomations(owner.orgId, of.clock);
  const { details } = await detailsOf(owner, automation);
  const made = details.steps[0]?.each?.done.flatMap((done) => done.made ?? []) ?? [];
  expect(made).toHaveLength(2);
  for (const id of made) if (isId("act", id)) await keepDelivery(owner.orgId, id, "unknown", of.clock);
  const after = await detailsOf(owner, automation);
  expect([after.undelivered, after.listed]).toEqual([2, 2]);
  expect(made.map((id) => after.details.subjects[id]?.delivery)).toEqual(["unknown", "unknown"]);
});
