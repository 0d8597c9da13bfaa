import { put, type Write } from "../data/commit.ts";
import type { JournalAction, Values as RecordValues } from "../data/journal.ts";
import type { ChangeOf } from "../data/payloads.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardTypeId, type Id, isId, type OrgId, type UserId } from "../kernel/id.ts";
import { incomingUrl } from "./address.ts";
import { type IncomingWebhookItem, incomingWebhookEntity } from "./entity.ts";
import type { IncomingWebhook } from "./schema.ts";

export type StoredWebhook = IncomingWebhookItem & {
  readonly orgId: OrgId;
  readonly webhookId: Id<"inw">;
  readonly typeId: CardTypeId;
  readonly userId: UserId;
};

function asStored(orgId: OrgId, item: IncomingWebhookItem): StoredWebhook[] {
  const { webhookId, typeId, userId } = item;
  return isId("inw", webhookId) && isId("typ", typeId) && isId("usr", userId)
    ? [{ ...item, orgId, webhookId, typeId, userId }]
    : [];
}

/** The webhook, strongly consistent. */
export async function findIncoming(orgId: OrgId, webhookId: Id<"inw">): Promise<StoredWebhook | undefined> {
  const { data } = await incomingWebhookEntity().get({ orgId, webhookId }).go({ consistent: true });
  return data ? asStored(orgId, data)[0] : undefined;
}

/** Throws NOT_FOUND. */
export async function getIncoming(orgId: OrgId, webhookId: Id<"inw">): Promise<StoredWebhook> {
  const found = await findIncoming(orgId, webhookId);
  if (!found) throw new KartisError("NOT_FOUND");
  return found;
}

/** The organization's webhooks, strongly consistent, the oldest first. */
export async function incomingOf(orgId: OrgId): Promise<StoredWebhook[]> {
  const { data } = await incomingWebhookEntity().query.main({ orgId }).go({ consistent: true, pages: "all" });
  return data.flatMap((item) => asStored(orgId, item));
}

/** Writes the webhook over the version it is based on; a new one has version 1. */
export const incomingWrite = (webhook: StoredWebhook): Write =>
  webhook.version === 1
    ? put(incomingWebhookEntity().create(webhook).params(), () => new KartisError("CONFLICT"))
    : put(
        incomingWebhookEntity()
          .put(webhook)
          .where((attribute, { eq }) => eq(attribute.version, webhook.version - 1))
          .params(),
        "stale",
      );

type IncomingAction = Extract<JournalAction, `incomingWebhook.${string}`>;

/** A change of a webhook, as recorded. Neither its URL nor its secret is among the values. */
export const incomingChange = (
  action: IncomingAction,
  { webhookId, version }: Pick<StoredWebhook, "webhookId" | "version">,
  before: RecordValues | null,
  after: RecordValues | null,
): ChangeOf<IncomingAction> => ({ action, subject: { kind: "incomingWebhook", id: webhookId }, version, before, after });

/** The values that the journal keeps. */
export const recordedValues = ({
  name,
  typeId,
  mapping,
  mode,
  matchFieldId,
  ownerIds = [],
  state,
  secret,
}: StoredWebhook): RecordValues => ({
  name,
  typeId,
  mapping: mapping.map(({ path, fieldId }) => ({ path, fieldId })),
  mode,
  matchFieldId: matchFieldId ?? null,
  ownerIds,
  state,
  isSigned: secret !== undefined,
});

/** A webhook as shown. @param isWhole with its URL, which lets whoever knows it send */
export const shownIncoming = (
  stored: StoredWebhook,
  isWhole: boolean,
  attention: IncomingWebhook["attention"] = null,
): IncomingWebhook => ({
  id: stored.webhookId,
  version: stored.version,
  name: stored.name,
  typeId: stored.typeId,
  url: isWhole ? incomingUrl({ ...stored, number: stored.addressNumber }) : null,
  mapping: stored.mapping,
  mode: stored.mode,
  matchFieldId: stored.matchFieldId ?? null,
  ownerIds: stored.ownerIds ?? [],
  state: stored.state,
  attention,
  isSigned: stored.secret !== undefined,
  actsAs: stored.userId,
  createdAt: stored.createdAt,
});
