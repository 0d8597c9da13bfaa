import { isFailedCondition } from "../../data/entity.ts";
import type { OrgId, SessionId, UserId } from "../../kernel/id.ts";
import { sessionEntity } from "../entity.ts";

/** From now until `until`, the session acts as the member. */
export async function startImpersonation(
  sessionId: SessionId,
  impersonation: { orgId: OrgId; userId: UserId; until: string },
): Promise<void> {
  await sessionEntity().patch({ sessionId }).set({ impersonation, actsIn: impersonation.orgId }).go();
}

/** Returns the session to its own person. */
export async function endImpersonation(sessionId: SessionId): Promise<void> {
  await sessionEntity().patch({ sessionId }).remove(["impersonation", "actsIn"]).go();
}

/** Ends the impersonation in all sessions that act in the organization, as found by an index that lags a moment behind. @returns how many. */
export async function endImpersonationsIn(orgId: OrgId): Promise<number> {
  const { data } = await sessionEntity().query.byActing({ actsIn: orgId }).go({ pages: "all" });
  for (const { sessionId } of data) {
    try {
      await sessionEntity()
        .patch({ sessionId })
        .remove(["impersonation", "actsIn"])
        .where((attribute, { eq }) => eq(attribute.actsIn, `${orgId}`))
        .go();
    } catch (error) {
      if (!isFailedCondition(error)) throw error;
    }
  }
  return data.length;
}
