import { KartisError } from "../kernel/error.ts";
import type { UserId } from "../kernel/id.ts";
import { type OrgContext, requireRight } from "../kernel/procedure.ts";
import { findMembership } from "../organizations/index.ts";

/** What calls do with the permissions of their webhook's or form's person. */
const used = ["CARDS.create", "CARDS.update", "CARDS.read"] as const;

/**
 * The person whose permissions a webhook or form gets that the caller creates or changes. Throws FORBIDDEN for callers who act through a parent organization, and for
 * a token that may do less with cards than the person who made it: calls would do what it may not. Throws NO_PERMISSION for those who may not create cards themselves.
 */
export async function ownerOf(context: OrgContext): Promise<UserId> {
  const { principal, actor } = context;
  if ((actor.kind !== "user" && actor.kind !== "token") || !principal.userId) throw new KartisError("FORBIDDEN");
  if (principal.through) throw new KartisError("FORBIDDEN", { messageKey: "errors.notForVisitors" });
  requireRight(["CARDS", "create"], context);
  if (actor.kind === "token") {
    const person = await findMembership(principal.userId, principal.orgId);
    if (!person || used.some((name) => person.grants[name] !== principal.grants[name]))
      throw new KartisError("FORBIDDEN", { messageKey: "errors.narrowToken" });
  }
  return principal.userId;
}
