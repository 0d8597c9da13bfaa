import type { Id } from "@kartis/core/kernel/id.ts";
import { leadFormProcedures } from "@kartis/core/lead-forms/procedures.ts";
import { pageWaitMs } from "@kartis/core/lead-forms/rules.ts";
import type { Answers, Design, LeadForm, Submission, Submitted } from "@kartis/core/lead-forms/schema.ts";
import { named, type Owner, Visitor } from "./people.ts";

export const the = <Name extends (typeof leadFormProcedures)[number]["name"]>(name: Name) => named(leadFormProcedures, name);

export const tokenOfForm = ({ url }: Pick<LeadForm, "url">): string => url.slice(url.lastIndexOf("/") + 1);

/** A published form; with the fields that a new one has, unless the design says otherwise. */
export async function publishForm(owner: Owner, typeId: Id<"typ">, design: Partial<Design> = {}): Promise<LeadForm> {
  const form = await owner.call(the("leadForms.create"), { name: "Landing page", typeId });
  const changed = { ...form.design, ...design };
  return owner.call(the("leadForms.update"), {
    formId: form.id,
    expectedVersion: form.version,
    design: changed,
    state: "active",
  });
}

let number = 0;

/** Sends a form as its page does, after as long as a person takes. */
export async function submitOnce(
  { clock }: Owner,
  form: LeadForm,
  answers: Answers,
  more: Partial<Submission> = {},
): Promise<Submitted> {
  const token = tokenOfForm(form);
  const earlier = new Visitor({ now: () => clock.now() - pageWaitMs });
  const { opened } = await earlier.call(the("leadForms.open"), { token });
  const submissionId = `submission-${form.id}-${++number}`;
  const visitor = new Visitor(clock);
  // Each from an address of their own: from one there are only so many.
  visitor.address = `10.0.${number >> 8}.${number & 255}`;
  return visitor.call(the("leadForms.submit"), { token, submissionId, answers, opened, ...more });
}
