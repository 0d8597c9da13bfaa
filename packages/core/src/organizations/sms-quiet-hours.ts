import { update, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import type { QuietHours } from "../sms/schema.ts";
import { organizationEntity } from "./entity.ts";

interface StoredHours {
  /** Null while SMS are sent at any hour. */
  readonly hours: QuietHours | null;
  readonly timeZone: string;
  readonly version: number;
}

/** The hours in which the organization's automatic SMS wait, and its zone; strongly consistent. */
export async function smsQuietHours(orgId: OrgId): Promise<StoredHours> {
  const { data } = await organizationEntity().get({ orgId, kind: "organization" }).go({ consistent: true });
  if (!data) throw new KartisError("NOT_FOUND");
  const { from, until } = data.smsQuietHours ?? {};
  return { hours: from && until ? { from, until } : null, timeZone: data.timeZone, version: data.version };
}

const shown = (hours: QuietHours | null): string | null => hours && `${hours.from}–${hours.until}`;

/** The writes and the change that replace the hours, for a `commit()` that has read `current`; undefined where they are the same. */
export function quietHoursChange(
  orgId: OrgId,
  current: StoredHours,
  hours: QuietHours | null,
): { writes: Write[]; change: Change } | undefined {
  if (shown(current.hours) === shown(hours)) return undefined;
  const patch = organizationEntity().patch({ orgId, kind: "organization" });
  const version = current.version + 1;
  const changed = hours ? patch.set({ smsQuietHours: { ...hours }, version }) : patch.set({ version }).remove(["smsQuietHours"]);
  return {
    writes: [update(changed.where((attribute, { eq }) => eq(attribute.version, current.version)).params(), "stale")],
    change: {
      action: "organization.update",
      subject: { kind: "organization", id: orgId },
      version,
      before: { smsQuietHours: shown(current.hours) },
      after: { smsQuietHours: shown(hours) },
    },
  };
}
