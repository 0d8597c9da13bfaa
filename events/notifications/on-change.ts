import { noticesOfActivities } from "@kartis/core/activities/notices.ts";
import { noticesOfAutomations } from "@kartis/core/automations/notices.ts";
import { assignmentsIn } from "@kartis/core/cards/assignments/notify.ts";
import { findCards } from "@kartis/core/cards/store.ts";
import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { findRecord } from "@kartis/core/data/journal-entity.ts";
import { pushesOf } from "@kartis/core/identity/pushes.ts";
import { noticesOfChats } from "@kartis/core/chats/notices.ts";
import { noticesOfMailbox } from "@kartis/core/gmail/notices.ts";
import { noticesOfRefusals } from "@kartis/core/incoming-webhooks/refusals.ts";
import { keepNotices } from "@kartis/core/notifications/notify.ts";
import { notifyOwn } from "@kartis/core/realtime/notify-own.ts";
import { noticesOfCalls, noticesOfConnection } from "@kartis/core/voip/notices.ts";
import { noticesOfEndpoints } from "@kartis/core/outgoing-webhooks/notices.ts";
import { noticesOfNumber } from "@kartis/core/whatsapp/notices.ts";

/** Keeps for people what others did that concerns them, and has their open browsers ask for it. */
export const handler = organizationConsumer({
  name: "notifications-on-change",
  async run(orgId, events, { clock }) {
    const concerned = new Set<`usr_${string}`>();
    for (const { recordId } of events) {
      const record = await findRecord(orgId, recordId);
      // Undos and imports by others are no news.
      if (!record || record.origin === "undo" || record.origin === "import") continue;
      const cards = await assignmentsIn(record);
      const notices = [
        ...cards.map(({ userId, cardId }) => ({ userId, kind: "cardAssigned" as const, subjectId: cardId })),
        ...(await noticesOfActivities(record)),
        ...(await noticesOfEndpoints(record)),
        ...(await noticesOfAutomations(record)),
        ...(await noticesOfChats(record, findCards)),
        ...(await noticesOfCalls(record, findCards)),
        ...(await noticesOfNumber(record)),
        ...(await noticesOfConnection(record)),
        ...(await noticesOfRefusals(record)),
        ...noticesOfMailbox(record),
      ];
      const { batchId } = record;
      const cause = {
        id: record.id,
        orgId,
        at: record.at,
        actorId: record.actor.id,
        ...(batchId === undefined ? {} : { batchId }),
      };
      for (const userId of await keepNotices(cause, notices, { pushesOf }, clock)) concerned.add(userId);
    }
    for (const userId of concerned) await notifyOwn(orgId, userId, "notifications", clock);
  },
});
