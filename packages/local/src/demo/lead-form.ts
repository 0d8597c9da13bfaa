import type { CardType } from "@kartis/core/cards/schema.ts";
import { settingsProcedures } from "@kartis/core/lead-forms/settings.ts";
import { visitorProcedures } from "@kartis/core/lead-forms/visitors.ts";
import { randomUUID } from "node:crypto";
import { type DemoMember, named, visitor } from "./member.ts";

const consent = "I agree that Meridian Solar keeps these details to answer my request.";
const visitors = [
  { name: "Ana Petrova", email: "ana.petrova@example.com" },
  { name: "יעל ברק", email: "yael.barak@example.com" },
] as const;
/** Time that the visitors took: who fills in a form within seconds is suspected to be none. */
const filledInMs = 90_000;

/** Publishes a form for the type and sends it twice, as visitors of the firm's site do. */
export async function makeLeadForm(noa: DemoMember, { id: typeId, fields }: CardType): Promise<void> {
  const draft = await noa.call(named(settingsProcedures, "leadForms.create"), { name: "Request a quote", typeId });
  const design = { ...draft.design, text: "Two minutes, and we call you back on the same day.", consent };
  const form = await noa.call(named(settingsProcedures, "leadForms.update"), {
    formId: draft.id,
    expectedVersion: draft.version,
    design,
    state: "active",
  });
  const token = form.url.slice(form.url.lastIndexOf("/") + 1);
  const [nameId, emailId] = ["name", fields.find(({ type }) => type === "email")?.id];
  for (const { name, email } of visitors) {
    const earlier = visitor({ now: () => Date.now() - filledInMs });
    const { opened } = await earlier(named(visitorProcedures, "leadForms.open"), { token });
    const answers = { [nameId]: name, ...(emailId ? { [emailId]: email } : {}) };
    const submission = { token, submissionId: randomUUID(), answers, consent, opened };
    await visitor({ now: () => Date.now() })(named(visitorProcedures, "leadForms.submit"), submission);
  }
}
