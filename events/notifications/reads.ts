import { inScope as activityInScope } from "@kartis/core/activities/activity.ts";
import { replyWords } from "@kartis/core/activities/meetings/replied.ts";
import { findActivities } from "@kartis/core/activities/store.ts";
import { definitionOf } from "@kartis/core/activities/types/list.ts";
import { participantsOn } from "@kartis/core/activities/types/meeting.ts";
import { assigningFieldsOf } from "@kartis/core/cards/assignments/fields.ts";
import { inScope } from "@kartis/core/cards/replica/scope.ts";
import { scopeOf } from "@kartis/core/cards/scope.ts";
import { findCards, getCardType } from "@kartis/core/cards/store.ts";
import { findChat } from "@kartis/core/chats/store.ts";
import type { Reads } from "@kartis/core/notifications/mail/entries.ts";

/** What mails and browsers are shown of what notifications are about, read by key. */
export const notificationReads: Reads = {
  activities: { findActivities, definitionOf, participantsOn, replyWords, inScope: activityInScope },
  cards: { findCards, getCardType, scopeOf, inScope, assigningFieldsOf },
  chats: { findChat },
};
