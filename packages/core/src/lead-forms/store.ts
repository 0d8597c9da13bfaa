import { put, type Write } from "../data/commit.ts";
import type { Values } from "../data/journal.ts";
import type { ChangeOf } from "../data/payloads.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardTypeId, type Id, isId, type OrgId, type UserId } from "../kernel/id.ts";
import { formUrl } from "./address.ts";
import { type LeadFormItem, leadFormEntity } from "./entity.ts";
import type { LeadForm } from "./schema.ts";

export type StoredForm = LeadFormItem & {
  readonly orgId: OrgId;
  readonly formId: Id<"frm">;
  readonly typeId: CardTypeId;
  readonly userId: UserId;
};

function asStored(orgId: OrgId, item: LeadFormItem): StoredForm[] {
  const { formId, typeId, userId } = item;
  return isId("frm", formId) && isId("typ", typeId) && isId("usr", userId) ? [{ ...item, orgId, formId, typeId, userId }] : [];
}

/** The form, strongly consistent. */
export async function findForm(orgId: OrgId, formId: Id<"frm">): Promise<StoredForm | undefined> {
  const { data } = await leadFormEntity().get({ orgId, formId }).go({ consistent: true });
  return data ? asStored(orgId, data)[0] : undefined;
}

/** Throws NOT_FOUND. */
export async function getForm(orgId: OrgId, formId: Id<"frm">): Promise<StoredForm> {
  const found = await findForm(orgId, formId);
  if (!found) throw new KartisError("NOT_FOUND");
  return found;
}

/** The organization's forms, strongly consistent, the oldest first. */
export async function formsOf(orgId: OrgId): Promise<StoredForm[]> {
  const { data } = await leadFormEntity().query.main({ orgId }).go({ consistent: true, pages: "all" });
  return data.flatMap((item) => asStored(orgId, item));
}

/** Writes a form that there is not. */
export const creationOf = (form: StoredForm): Write =>
  put(leadFormEntity().create(form).params(), () => new KartisError("CONFLICT"));

/** Writes the form over the version before. */
export const formWrite = (form: StoredForm): Write =>
  put(
    leadFormEntity()
      .put(form)
      .where((attribute, { eq }) => eq(attribute.version, form.version - 1))
      .params(),
    "stale",
  );

type FormAction = "leadForm.create" | "leadForm.update" | "leadForm.delete";

export const formChange = (
  action: FormAction,
  { formId, version }: Pick<StoredForm, "formId" | "version">,
  before: Values | null,
  after: Values | null,
): ChangeOf<FormAction> => ({ action, subject: { kind: "leadForm", id: formId }, version, before, after });

/** The values that the journal keeps: all that it takes to bring the form back. */
export const recordedValues = ({
  name,
  typeId,
  design,
  mode,
  matchFieldId,
  ownerIds = [],
  state,
  createdAt,
}: StoredForm): Values => ({
  name,
  typeId,
  ...design,
  mode,
  matchFieldId: matchFieldId ?? null,
  ownerIds,
  state,
  createdAt,
});

export const shownForm = (stored: StoredForm, attention: LeadForm["attention"] = null): LeadForm => ({
  id: stored.formId,
  version: stored.version,
  name: stored.name,
  typeId: stored.typeId,
  url: formUrl(stored),
  design: stored.design,
  mode: stored.mode,
  matchFieldId: stored.matchFieldId ?? null,
  ownerIds: stored.ownerIds ?? [],
  state: stored.state,
  attention,
  actsAs: stored.userId,
  createdAt: stored.createdAt,
});
