import { inScope as activityInScope } from "@kartis/core/activities/activity.ts";
import { participantsOn } from "@kartis/core/activities/types/meeting.ts";
import { replyWords } from "@kartis/core/activities/meetings/replied.ts";
import { findActivities } from "@kartis/core/activities/store.ts";
import { definitionOf } from "@kartis/core/activities/types/list.ts";
import { assigningFieldsOf } from "@kartis/core/cards/assignments/fields.ts";
import { inScope } from "@kartis/core/cards/replica/scope.ts";
import { scopeOf } from "@kartis/core/cards/scope.ts";
import { findCards, getCardType } from "@kartis/core/cards/store.ts";
import { consumer } from "@kartis/core/data/consumer.ts";
import { findPush, forgetPushes, pushesOf } from "@kartis/core/identity/pushes.ts";
import { pushing } from "@kartis/core/notifications/push/compose.ts";
import { deliverTogether, type Purposes } from "@kartis/core/outbound/index.ts";

export const purposes = {
  push: pushing(
    {
      activities: { findActivities, definitionOf, participantsOn, replyWords, inScope: activityInScope },
      cards: { findCards, getCardType, scopeOf, inScope, assigningFieldsOf },
    },
    { findPush, forgetPushes, pushesOf },
  ),
} as const satisfies Purposes;

/** Sends notifications to browsers. A message comes again until each of its effects is settled. */
export const handler = consumer({
  name: "push-on-intended",
  on: ["effect.intend", "effect.resend"],
  // A person's browsers have push services of their own, each with its own delays.
  run: (record, { clock }) => deliverTogether("push-on-intended", record, purposes, clock),
});
