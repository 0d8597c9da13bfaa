import { put, type RecordDraft, remove as removal, type Write } from "../data/commit.ts";
import { reportFailure } from "../data/consumer.ts";
import type { JournalAction, Values } from "../data/journal.ts";
import type { ChangeOf } from "../data/payloads.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardTypeId, isId, type OrgId, type UserId } from "../kernel/id.ts";
import { automationEntity, type AutomationItem, versionEntity } from "./entity.ts";
import { type AutomationId, type Definition, DefinitionSchema, type HeldVersion, type StopReason } from "./schema.ts";

/** An automation as stored, including values that only the engine needs. */
export interface StoredAutomation {
  readonly orgId: OrgId;
  readonly id: AutomationId;
  readonly typeId: CardTypeId;
  readonly name: string;
  readonly folder: string | null;
  readonly isOn: boolean;
  /** When it was last switched on; absent if it never was. */
  readonly onSince?: string | undefined;
  readonly stopReason: StopReason | null;
  readonly draft: Definition;
  /** The published version; null before the first publication. */
  readonly live: { readonly definition: Definition; readonly number: number; readonly publishedBy: UserId } | null;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedBy: string;
  readonly updatedAt: string;
  readonly version: number;
}

function automationOf(orgId: OrgId, item: AutomationItem): StoredAutomation[] {
  const { automationId: id, typeId, live, liveVersion, publishedBy, draft, stopReason, folder, ...rest } = item;
  if (!isId("aut", id) || !isId("typ", typeId)) return [];
  const definition = live === undefined ? undefined : DefinitionSchema.parse(live);
  return [
    {
      ...rest,
      orgId,
      id,
      typeId,
      folder: folder ?? null,
      stopReason: stopReason ?? null,
      draft: DefinitionSchema.parse(draft),
      live:
        definition && liveVersion !== undefined && isId("usr", publishedBy)
          ? { definition, number: liveVersion, publishedBy }
          : null,
    },
  ];
}

/** Strongly consistent. */
export async function findAutomation(orgId: OrgId, automationId: AutomationId): Promise<StoredAutomation | undefined> {
  const { data } = await automationEntity().get({ orgId, automationId }).go({ consistent: true });
  return data ? automationOf(orgId, data)[0] : undefined;
}

/** Strongly consistent. Throws NOT_FOUND. */
export async function getAutomation(orgId: OrgId, automationId: AutomationId): Promise<StoredAutomation> {
  const found = await findAutomation(orgId, automationId);
  if (!found) throw new KartisError("NOT_FOUND");
  return found;
}

/** Its draft or its published definition. Throws CONFLICT if it was never published. */
export function definitionIn({ draft, live }: StoredAutomation, version: HeldVersion): Definition {
  if (version === "draft") return draft;
  if (!live) throw new KartisError("CONFLICT", { messageKey: "automations.problem.unpublished" });
  return live.definition;
}

/**
 * All automations of the organization, strongly consistent, the oldest first. One whose definition can no longer be parsed is left out and logged, so that it
 * stops no other.
 */
export async function automationsOf(orgId: OrgId): Promise<StoredAutomation[]> {
  const { data } = await automationEntity().query.main({ orgId }).go({ consistent: true, pages: "all" });
  return data.flatMap((item) => {
    try {
      return automationOf(orgId, item);
    } catch (error) {
      reportFailure(
        "automations",
        new Error(`${item.automationId} of ${orgId} cannot be parsed: ${String(error)}`, { cause: error }),
      );
      return [];
    }
  });
}

const itemOf = ({ id, live, stopReason, folder, ...rest }: StoredAutomation) => ({
  ...rest,
  automationId: id,
  ...(folder === null ? {} : { folder }),
  ...(stopReason ? { stopReason } : {}),
  ...(live ? { live: live.definition, liveVersion: live.number, publishedBy: live.publishedBy } : {}),
});

/** Throws CONFLICT if there is one with this id. */
export const creationOf = (automation: StoredAutomation): Write =>
  put(automationEntity().create(itemOf(automation)).params(), () => new KartisError("CONFLICT"));

/** Creates the automation, or replaces the version it is based on. */
export const automationWrite = (automation: StoredAutomation): Write =>
  automation.version === 1
    ? creationOf(automation)
    : put(
        automationEntity()
          .put(itemOf(automation))
          .where((attribute, { eq }) => eq(attribute.version, automation.version - 1))
          .params(),
        "stale",
      );

/** A published version, strongly consistent. Throws NOT_FOUND. */
export async function getPublished(
  orgId: OrgId,
  automationId: AutomationId,
  number: number,
): Promise<{ readonly definition: Definition; readonly publishedBy: UserId; readonly publishedAt: string }> {
  const { data } = await versionEntity().get({ orgId, automationId, number }).go({ consistent: true });
  if (!data || !isId("usr", data.publishedBy)) throw new KartisError("NOT_FOUND");
  return { definition: DefinitionSchema.parse(data.definition), publishedBy: data.publishedBy, publishedAt: data.publishedAt };
}

/** The write that deletes the automation, and its record, from which it can be brought back. */
export function removalOf(current: StoredAutomation): { readonly writes: Write[]; readonly records: RecordDraft[] } {
  const { orgId, id: automationId, version } = current;
  const write = automationEntity()
    .delete({ orgId, automationId })
    .where((attribute, { eq }) => eq(attribute.version, version));
  const { createdBy, createdAt } = current;
  const before = { ...recordedValues(current), createdBy, createdAt };
  const change = automationChange("automation.delete", { ...current, version: version + 1 }, before, null);
  return { writes: [removal(write.params(), "stale")], records: [{ changes: [change] }] };
}

/** Whether an automation with this id was ever published, even if it has since been deleted. */
export async function wasPublished(orgId: OrgId, automationId: AutomationId): Promise<boolean> {
  const { data } = await versionEntity().get({ orgId, automationId, number: 1 }).go({ consistent: true });
  return data !== null;
}

type AutomationAction = Exclude<
  Extract<JournalAction, `automation.${string}`>,
  "automation.pause" | "automation.resume" | "automation.lapse"
>;

/** The journal's change for an automation. */
export const automationChange = (
  action: AutomationAction,
  { id, typeId, version }: Pick<StoredAutomation, "id" | "typeId" | "version">,
  before: Values | null,
  after: Values | null,
): ChangeOf<AutomationAction> => ({ action, subject: { kind: "automation", id, typeId }, version, before, after });

/** The values recorded in the journal. */
export const recordedValues = ({ name, folder, isOn, draft, live, stopReason, typeId }: StoredAutomation): Values => ({
  name,
  ...(folder === null ? {} : { folder }),
  typeId,
  isOn,
  definition: draft,
  ...(live ? { published: live.number } : {}),
  ...(stopReason ? { stopReason } : {}),
});
