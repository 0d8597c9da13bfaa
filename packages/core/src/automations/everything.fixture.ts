import { named, newMember, type Owner } from "@kartis/tests/support/people.ts";
import { proveSender } from "@kartis/tests/support/sms-sender.ts";
import { cardTypeProcedures } from "../cards/index.ts";
import { findEnv } from "../kernel/env.ts";
import type { UserId } from "../kernel/id.ts";
import type { ActionKind } from "./actions/list.ts";

/** An organization in which every action can be executed for a card of the type. */
export interface Everything {
  readonly owner: Owner;
  readonly colleagueId: UserId;
  readonly type: { readonly id: `typ_${string}`; readonly statuses: readonly string[] };
  readonly field: Readonly<Record<"note" | "agent" | "email" | "phone" | "visit", string>>;
  /** Values of a card that has an email address and a phone number. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Every action, configured. */
  readonly actions: Readonly<Record<ActionKind, object>>;
}

export async function everythingFor(owner: Owner): Promise<Everything> {
  const colleague = await newMember(owner, { systemRole: "ADMIN" });
  await proveSender(owner);
  const statuses = ["opt_new", "opt_won"];
  const made = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: {
      name: "Lead",
      pluralName: "Leads",
      hue: "slate",
      fields: [
        {
          id: "status",
          label: "Status",
          type: "singleSelect",
          options: statuses.map((id) => ({ id, label: id, hue: "slate" as const })),
        },
        { label: "Note", type: "text" },
        { label: "Agent", type: "user" },
        { label: "Email", type: "email" },
        { label: "Phone", type: "phone" },
        { label: "Visit", type: "date" },
      ],
    },
  });
  const idOf = (label: string) => made.fields.find((field) => field.label === label)?.id ?? "";
  const field = { note: idOf("Note"), agent: idOf("Agent"), email: idOf("Email"), phone: idOf("Phone"), visit: idOf("Visit") };
  const due = { amount: 1, unit: "days" };
  return {
    owner,
    colleagueId: colleague.userId,
    type: { id: made.id, statuses },
    field,
    values: { [field.email]: "dana@x.example", [field.phone]: "+972541112233", status: "opt_new" },
    actions: {
      notify: { kind: "notify", text: "Look at this", memberIds: [colleague.userId] },
      changeField: { kind: "changeField", how: "set", fieldId: field.note, value: "seen" },
      createTask: { kind: "createTask", title: "Call {{ card.name }}", due, assignee: "owner" },
      createMeeting: {
        kind: "createMeeting",
        title: "Meet {{ card.name }}",
        start: due,
        participant: "owner",
        invitesCard: true,
      },
      createCard: { kind: "createCard", typeId: made.id, name: "After {{ card.name }}", fields: {} },
      sendEmail: { kind: "sendEmail", fieldId: field.email, subject: "Hello {{ card.name }}", text: "First line\n\nSecond line" },
      sendSms: { kind: "sendSms", text: "Hello {{ card.name }}" },
      sendWhatsapp: { kind: "sendWhatsapp", what: "template", name: "missing_documents", language: "en", parameters: [] },
      callWebhook: { kind: "callWebhook", url: `${findEnv("WEBHOOKS_LOCAL")}/automations` },
    },
  };
}
