import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";
import { instant } from "../kernel/clock.ts";
import { newId, type UserId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import type { keepNotices as KeepNotices } from "../notifications/index.ts";
import { membersOf } from "../organizations/index.ts";
import type { Pushes } from "../push/index.ts";

/**
 * Notifies members; only automations use it, no channel exposes it.
 * @param given injected, because the consumer owns storing notifications and pushing them to browsers
 */
export const notifyProcedure = (given: {
  readonly keepNotices: typeof KeepNotices;
  readonly pushesOf: Pushes["pushesOf"];
  readonly refreshBrowsers: (userIds: Iterable<`usr_${string}`>, orgId: `org_${string}`) => Promise<void>;
}) =>
  procedure({
    name: "automations.notify",
    kind: "mutation",
    input: z.object({
      cardId: idSchema("crd"),
      text: z.string().min(1).max(300),
      userIds: z.array(idSchema("usr")).max(100),
      roleIds: z.array(idSchema("rol")).max(20),
    }),
    can: { member: "only automations call it; each member sees the card's name only if they may see the card" },
    /** Idempotent: repeated under the same key, it notifies nobody twice. */
    async run(
      { cardId, text, userIds, roleIds },
      { principal: { orgId }, clock, once, actor },
    ): Promise<{ id: string; notified: UserId[] }> {
      const members = (await membersOf(orgId)).filter(({ suspendedAt }) => suspendedAt === null);
      const wanted = members.filter(({ userId, roleId }) => userIds.includes(userId) || roleIds.some((id) => id === roleId));
      const id = (once?.newId("req") ?? newId("req", clock.now())).slice("req_".length);
      const cause = { id, orgId, at: instant(clock), actorId: actor.kind === "automation" ? actor.automationId : null };
      const notices = wanted.map(({ userId }) => ({ userId, kind: "automation" as const, subjectId: cardId, details: { text } }));
      const notified = await given.keepNotices(cause, notices, { pushesOf: given.pushesOf }, clock);
      await given.refreshBrowsers(notified.keys(), orgId);
      return { id: cardId, notified: wanted.map(({ userId }) => userId) };
    },
  });
