import * as z from "zod";
import { findCardType, getCardType, inScope, scopeFor } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { commit, commitContextOf, remove as removal } from "../data/commit.ts";
import { differenceBetween } from "../data/difference.ts";
import { identifierAmong } from "../imports/rules.ts";
import { attentionsOf, incomingOf, listCalls, ownerOf, payloadOf, requireOwners, retryCall } from "../incoming-webhooks/index.ts";
import type { CallValues, IncomingCallList } from "../incoming-webhooks/schema.ts";
import { KartisError } from "../kernel/error.ts";
import { newId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { findOrganization } from "../organizations/index.ts";
import { answersIn } from "./answers.ts";
import { leadFormEntity } from "./entity.ts";
import { isAskable, lacksNeeded, maxLeadForms, neededBy, problemsOf } from "./rules.ts";
import {
  CreateLeadFormInput,
  type Design,
  DesignSchema,
  type LeadForm,
  LeadFormRef,
  ReceivedSubmission,
  SubmissionRef,
  SubmissionsInput,
  UpdateLeadFormInput,
} from "./schema.ts";
import { creationOf, formChange, formsOf, formWrite, getForm, recordedValues, shownForm, type StoredForm } from "./store.ts";

/** The permission to manage them, as for incoming webhooks. */
const right = ["ORGANIZATION", "update"] as const;

const deps = { findCardType, lacks: ({ design }: StoredForm, type: CardType) => lacksNeeded(type, design) };

const shownAsNow = async (stored: StoredForm): Promise<LeadForm> =>
  shownForm(stored, (await attentionsOf(stored.orgId, [stored], deps)).get(stored));

const list = procedure({
  name: "leadForms.list",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "read"],
  /** The oldest first. */
  async run(_, { principal: { orgId } }): Promise<LeadForm[]> {
    const forms = await formsOf(orgId);
    const attentions = await attentionsOf(orgId, forms, deps);
    return forms.map((stored) => shownForm(stored, attentions.get(stored)));
  },
});

const sources = procedure({
  name: "leadForms.sources",
  kind: "query",
  input: z.object({}),
  can: { member: "a card's history names the form or webhook that brought it, as it names people" },
  /** Names of the organization's lead forms and incoming webhooks by id. Deleted ones are absent. */
  async run(_, { principal: { orgId } }): Promise<Readonly<Record<string, string>>> {
    const [forms, webhooks] = await Promise.all([formsOf(orgId), incomingOf(orgId)]);
    return Object.fromEntries([
      ...forms.map(({ formId, name }) => [formId, name] as const),
      ...webhooks.map(({ webhookId, name }) => [webhookId, name] as const),
    ]);
  },
});

/** What a new form begins with: what the type needs, and how to reach the visitor. */
function firstDesign(title: string, type: CardType): Design {
  const reach = (["email", "phone"] as const).flatMap((kind) => type.fields.find((one) => one.type === kind) ?? []);
  const asked = [...new Set([...neededBy(type), ...reach])].filter(isAskable);
  return DesignSchema.parse({ title, fields: asked.map(({ id }) => ({ fieldId: id, required: id === "name" })) });
}

export async function requireRoom(orgId: StoredForm["orgId"]): Promise<void> {
  if ((await formsOf(orgId)).length < maxLeadForms) return;
  throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.tooManyForms", params: { max: maxLeadForms } });
}

const create = procedure({
  name: "leadForms.create",
  kind: "mutation",
  input: CreateLeadFormInput,
  can: right,
  whileImpersonating: false,
  /** A draft, which visitors do not see yet. Throws PRECONDITION_FAILED at the maximum. */
  async run({ name, typeId }, context): Promise<LeadForm> {
    const userId = await ownerOf(context);
    const { orgId } = context.principal;
    const type = await getCardType(orgId, typeId);
    const formId = context.once?.newId("frm") ?? newId("frm", context.clock.now());
    const { result } = await commit(commitContextOf(context), async (createdAt) => {
      await requireRoom(orgId);
      const design = firstDesign(name, type);
      const match = identifierAmong(
        type,
        design.fields.map(({ fieldId }) => fieldId),
      );
      const stored: StoredForm = {
        orgId,
        formId,
        name,
        typeId,
        design,
        userId,
        createdAt,
        ...(match ? { mode: "createOrUpdate", matchFieldId: match.id } : { mode: "create" }),
        state: "draft",
        version: 1,
      };
      const change = formChange("leadForm.create", stored, null, recordedValues(stored));
      return { writes: [creationOf(stored)], records: [{ changes: [change] }], result: stored };
    });
    return shownForm(result);
  },
});

const update = procedure({
  name: "leadForms.update",
  kind: "mutation",
  input: UpdateLeadFormInput,
  can: right,
  whileImpersonating: false,
  /**
   * From now on it acts as the caller. Throws CONFLICT if somebody has changed it since `expectedVersion`, and INVALID_INPUT for fields that visitors cannot fill in,
   * that a published form lacks, or that do not match cards. What needs attention can be paused and renamed as it is.
   */
  async run({ formId, expectedVersion, matchFieldId, ...given }, context): Promise<LeadForm> {
    const userId = await ownerOf(context);
    const { orgId } = context.principal;
    const { result } = await commit(commitContextOf(context), async () => {
      const current = await getForm(orgId, formId);
      if (expectedVersion !== current.version) throw new KartisError("CONFLICT");
      const { matchFieldId: before, ...rest } = current;
      const { name = current.name, design = current.design, mode = current.mode, state = current.state } = given;
      const { ownerIds = current.ownerIds ?? [] } = given;
      const match = matchFieldId === undefined ? (before ?? null) : matchFieldId;
      if (given.state === "active" || [given.design, given.mode, matchFieldId].some((one) => one !== undefined)) {
        const fields = problemsOf(await getCardType(orgId, current.typeId), { design, state, mode, matchFieldId: match });
        if (Object.keys(fields).length > 0) throw new KartisError("INVALID_INPUT", { fields });
      }
      await requireOwners(context, current.typeId, given.ownerIds, { inScope, scopeFor });
      const changed = { name, design, mode, ownerIds, state, userId, version: current.version + 1 };
      const stored: StoredForm = { ...rest, ...changed, ...(match === null ? {} : { matchFieldId: match }) };
      const values = differenceBetween(recordedValues(current), recordedValues(stored));
      const change = formChange("leadForm.update", stored, values.before, values.after);
      return { writes: [formWrite(stored)], records: [{ changes: [change] }], result: stored };
    });
    return shownAsNow(result);
  },
});

const remove = procedure({
  name: "leadForms.remove",
  kind: "mutation",
  input: LeadFormRef,
  can: right,
  whileImpersonating: false,
  /** Its page is gone from now on; the cards stay. @returns the record that undoes it */
  async run({ formId }, context): Promise<{ recordId: string | null }> {
    const { records } = await commit(commitContextOf(context), async () =>
      removalOf(await getForm(context.principal.orgId, formId)),
    );
    return { recordId: records[0]?.id ?? null };
  },
});

/** Takes the form away. */
export function removalOf(current: StoredForm) {
  const { orgId, formId, version } = current;
  const key = leadFormEntity().delete({ orgId, formId });
  const change = formChange("leadForm.delete", { formId, version: version + 1 }, recordedValues(current), null);
  return {
    writes: [removal(key.where((attribute, { eq }) => eq(attribute.version, version)).params(), "stale")],
    records: [{ changes: [change] }],
    result: undefined,
  };
}

const submissions = procedure({
  name: "leadForms.submissions",
  kind: "query",
  input: SubmissionsInput,
  can: right,
  /** What became of the submissions of the last 30 days, the newest first. */
  async run({ formId, ...page }, { principal: { orgId } }): Promise<IncomingCallList> {
    await getForm(orgId, formId);
    return listCalls(orgId, formId, page);
  },
});

const values = procedure({
  name: "leadForms.values",
  kind: "query",
  input: SubmissionRef,
  can: right,
  /** What a visitor has sent, by the names of the fields. Throws NOT_FOUND. */
  async run({ formId, callId }, { principal: { orgId } }): Promise<CallValues> {
    const { typeId } = await getForm(orgId, formId);
    const payload = await payloadOf(orgId, formId, callId);
    if (payload === undefined) return { values: null };
    const [{ fields }, organization] = await Promise.all([getCardType(orgId, typeId), findOrganization(orgId)]);
    const context = { currency: organization?.currency ?? "USD", region: organization?.region ?? "" };
    return { values: answersIn(ReceivedSubmission.parse(payload), fields, context) };
  },
});

const retry = procedure({
  name: "leadForms.retry",
  kind: "mutation",
  input: SubmissionRef,
  can: right,
  whileImpersonating: false,
  /** Takes a submission in again. Throws PRECONDITION_FAILED for one that has become a card, or whose values are no longer kept. */
  async run({ formId, callId }, context): Promise<{ ok: true }> {
    await getForm(context.principal.orgId, formId);
    await retryCall(commitContextOf(context), formId, callId);
    return { ok: true };
  },
});

export const settingsProcedures = [list, sources, create, update, remove, submissions, values, retry] as const;
