import { notifyProcedure } from "@kartis/core/automations/notify.ts";
import { pushesOf } from "@kartis/core/identity/pushes.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { keepNotices } from "@kartis/core/notifications/notify.ts";
import { notifyOwn } from "@kartis/core/realtime/notify-own.ts";

/** Stores automations' notifications and has the recipients' open tabs fetch them. */
export const notify = notifyProcedure({
  keepNotices,
  pushesOf,
  async refreshBrowsers(userIds, orgId) {
    for (const userId of userIds) await notifyOwn(orgId, userId, "notifications", systemClock);
  },
});
