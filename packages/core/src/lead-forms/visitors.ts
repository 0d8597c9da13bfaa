import { getCardType, namedInAll } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { countStranger, countSubmission } from "../identity/index.ts";
import { countCall, keyOfCall } from "../incoming-webhooks/index.ts";
import { instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { recordIds } from "../kernel/id.ts";
import { type CallContext, procedure } from "../kernel/procedure.ts";
import { findOrganization, type Organization } from "../organizations/index.ts";
import { receive } from "../provider-events/index.ts";
import { wordsOf } from "../words.ts";
import { isPatient, openedNow, readAddress } from "./address.ts";
import { openFieldsOf, pageWaitMs, readAnswers } from "./rules.ts";
import { OpenFormInput, type OpenForm, type ReceivedSubmission, SubmitInput, type Submitted } from "./schema.ts";
import { findForm, type StoredForm } from "./store.ts";

const byLink = { everyone: "whoever has a form's address may fill it in" } as const;

const nextId = recordIds();

interface Opened {
  readonly form: StoredForm;
  readonly type: CardType;
  readonly organization: Organization;
  readonly language: OpenForm["language"];
}

/** Throws NOT_FOUND for a token that is none, and for a form that is gone. */
async function formBy(token: string, context: CallContext): Promise<Opened> {
  const address = readAddress(token);
  if (!address) throw new KartisError("NOT_FOUND");
  const { orgId, formId } = address;
  const [form, organization] = await Promise.all([findForm(orgId, formId), findOrganization(orgId)]);
  if (!form || !organization) throw new KartisError("NOT_FOUND");
  const { language } = form.design;
  const shownIn = language === "visitor" ? (context.language ?? organization.language) : language;
  const type = await namedInAll(await getCardType(orgId, form.typeId), await wordsOf(shownIn));
  return { form, type, organization, language: shownIn };
}

const open = procedure({
  name: "leadForms.open",
  kind: "query",
  input: OpenFormInput,
  can: byLink,
  async run({ token }, context): Promise<OpenForm> {
    await countStranger("form", context);
    const { form, type, organization, language } = await formBy(token, context);
    const { title, text, button, consent } = form.design;
    const isClosed = form.state !== "active";
    return {
      isClosed,
      language,
      organizationName: organization.name,
      title,
      text: isClosed ? "" : text,
      button,
      consent,
      fields: isClosed ? [] : openFieldsOf(type, form.design, organization),
      opened: openedNow(form.formId, context.clock),
      waitMs: pageWaitMs,
    };
  },
});

const submit = procedure({
  name: "leadForms.submit",
  kind: "mutation",
  input: SubmitInput,
  can: byLink,
  /**
   * Stores a submission once, however often it is sent; a consumer makes a card of it. The visitor learns nothing about the organization's cards. Throws INVALID_INPUT
   * naming the fields, and `consent` where it is missing or to another text; PRECONDITION_FAILED for a form that is not published; TOO_MANY_REQUESTS.
   */
  async run({ token, submissionId, answers, consent, opened, website }, context): Promise<Submitted> {
    const { clock } = context;
    await countSubmission(context);
    const { form, type, organization } = await formBy(token, context);
    const { orgId, formId, design } = form;
    if (form.state !== "active") throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.formClosed" });
    const asked = openFieldsOf(type, design, organization);
    const { values, errors } = readAnswers(type, asked, answers, organization);
    const fields: Record<string, string> = { ...errors };
    // Nobody has agreed to a text that has come since they opened the form.
    if (design.consent !== "" && consent !== design.consent) fields["consent"] = "validation.required";
    if (Object.keys(fields).length > 0) throw new KartisError("INVALID_INPUT", { fields });
    if ((await countCall(orgId, formId, clock)) !== undefined)
      throw new KartisError("TOO_MANY_REQUESTS", { params: { minutes: 1 } });
    const callId = nextId(clock.now());
    const payload: ReceivedSubmission = {
      callId,
      at: instant(clock),
      fields: { ...values },
      ...(design.consent === "" ? {} : { consent: design.consent }),
      isSuspected: website !== "" || !isPatient(formId, opened, clock),
    };
    await receive(orgId, { source: "incoming", key: keyOfCall(formId, callId, submissionId), subjectId: formId, payload }, clock);
    return { thanks: design.thanks, redirect: design.redirect };
  },
});

export const visitorProcedures = [open, submit] as const;
