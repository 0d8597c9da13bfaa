import type { EntityItem } from "electrodb";
import { isId, type OrgId } from "../kernel/id.ts";
import { organizationEntity } from "./entity.ts";
import type { Organization } from "./memberships.ts";

/** An organization as the platform's own people see it. */
export interface ListedOrganization {
  readonly orgId: OrgId;
  readonly name: string;
  readonly plan: Organization["plan"]["type"];
  /** End of a trial; null for other plans. */
  readonly planEndsAt: string | null;
  readonly createdAt: string;
  /** Rounded to the hour; null if no one has worked in it yet. */
  readonly lastActiveAt: string | null;
}

type Row = Pick<
  EntityItem<ReturnType<typeof organizationEntity>>,
  "orgId" | "name" | "planType" | "planEndsAt" | "createdAt" | "lastActiveAt"
>;

function listed({ orgId, name, planType, planEndsAt, createdAt, lastActiveAt }: Row): ListedOrganization[] {
  if (!isId("org", orgId)) return [];
  return [{ orgId, name, plan: planType, planEndsAt: planEndsAt ?? null, createdAt, lastActiveAt: lastActiveAt ?? null }];
}

/** Every organization, oldest first, from an index that lags a moment behind: about twenty to a read unit. Only for the admin console. */
export async function allOrganizations(): Promise<ListedOrganization[]> {
  const { data } = await organizationEntity()
    .query.all({ kind: "organization" })
    .go({ pages: "all", attributes: ["orgId", "name", "planType", "planEndsAt", "createdAt", "lastActiveAt"] });
  return data.flatMap(listed);
}

/** One of them, strongly consistent. */
export async function findListed(orgId: OrgId): Promise<ListedOrganization | undefined> {
  const { data } = await organizationEntity().get({ orgId, kind: "organization" }).go({ consistent: true });
  return data ? listed(data)[0] : undefined;
}
