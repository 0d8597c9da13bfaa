import { acceptValues, isEmpty } from "../cards/rules.ts";
import { findCards } from "../cards/index.ts";
import { commit, recordOfCall } from "../data/commit.ts";
import type { Intake } from "../incoming-webhooks/index.ts";
import { principalOf } from "../kernel/actor.ts";
import type { CardId, Id, OrgId } from "../kernel/id.ts";
import { Once } from "../kernel/once.ts";
import type { CallContext } from "../kernel/procedure.ts";
import { ReceivedSubmission } from "./schema.ts";
import { findForm, type StoredForm } from "./store.ts";

/** A form's submission; undefined if the form is gone. */
export async function intakeOfForm(orgId: OrgId, formId: Id<"frm">, payload: unknown): Promise<Intake | undefined> {
  const form = await findForm(orgId, formId);
  if (!form) return undefined;
  const { callId, at, fields, consent, isSuspected } = ReceivedSubmission.parse(payload);
  const { typeId, mode, matchFieldId, ownerIds, userId } = form;
  return {
    orgId,
    id: formId,
    name: form.name,
    version: form.version,
    callId,
    at,
    typeId,
    mode,
    matchFieldId,
    noMatchField: "leadForms.problem.match",
    ownerIds,
    userId,
    isSuspected,
    actorOf: (membership) => ({ kind: "form", formId, userId, membership }),
    read({ type, fieldContext }) {
      // The type may have changed since everything was accepted from the visitor.
      const { values, errors } = acceptValues(type, fields, fieldContext);
      const wrong = Object.entries(errors).map(([fieldId, message]) => ({ fieldId, message }));
      return wrong.length > 0 ? { problems: wrong } : { values };
    },
    ...(isEmpty(consent)
      ? {}
      : { settle: (cardId, context) => recordConsent({ form, cardId, text: consent ?? "", callId, at }, context) }),
  };
}

interface Consent {
  readonly form: StoredForm;
  readonly cardId: CardId;
  readonly text: string;
  readonly callId: string;
  readonly at: string;
}

/** Records on the card what a visitor has agreed to, and when; once for each submission. */
async function recordConsent({ form, cardId, text, callId, at }: Consent, context: CallContext): Promise<void> {
  const { actor, clock, requestId, origin } = context;
  const { orgId } = principalOf(actor);
  const once = () => new Once(`${form.formId}/${callId}/consent`, Date.parse(at));
  if ((await recordOfCall(orgId, once())) !== undefined) return;
  await commit({ orgId, actor, clock, requestId, origin, once: once() }, async () => {
    const card = (await findCards(orgId, [cardId])).get(cardId);
    if (!card) return { writes: [], records: [], result: undefined };
    // The card stays as it is, so its version does too, as when a password is viewed.
    const subject = { kind: "card", id: cardId, typeId: card.typeId } as const;
    const after = { text, at, formId: form.formId, form: form.name };
    const change = { action: "card.consent", subject, version: card.version, before: null, after } as const;
    return { writes: [], records: [{ changes: [change] }], result: undefined };
  });
}
