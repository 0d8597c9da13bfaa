import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import type { Clock } from "@kartis/core/kernel/clock.ts";
import { pushesOf } from "@kartis/core/identity/pushes.ts";
import { type Notify, watch } from "@kartis/core/limit-warnings/index.ts";
import { limitsAfter } from "@kartis/core/limit-warnings/triggers.ts";
import { keepNotices } from "@kartis/core/notifications/notify.ts";
import { notifyOwn } from "@kartis/core/realtime/notify-own.ts";

/** Keeps a warning among people's notifications, and has their open browsers ask for it. */
export const notifying =
  (clock: Clock): Notify =>
  async (orgId, { id, at, userIds, details }) => {
    const notices = userIds.map((userId) => ({ userId, kind: "planLimit" as const, subjectId: orgId, details }));
    for (const userId of await keepNotices({ id, orgId, at, actorId: null }, notices, { pushesOf }, clock))
      await notifyOwn(orgId, userId, "notifications", clock);
  };

/** Warns of limits of the plan that the changes may have brought near. */
export const handler = organizationConsumer({
  name: "plans-on-used",
  run: (orgId, events, { clock }) => watch(orgId, limitsAfter(events.flatMap(({ actions }) => actions)), clock, notifying(clock)),
});
