import { receiveSmsAnswers } from "@kartis/core/activities/sms/receive.ts";
import { lastSmsTo } from "@kartis/core/activities/replica/texted.ts";
import { assigningFieldsOf } from "@kartis/core/cards/assignments/fields.ts";
import { cardsWithPhone } from "@kartis/core/cards/replica/phones.ts";
import { findCards } from "@kartis/core/cards/store.ts";
import { consumer } from "@kartis/core/data/consumer.ts";
import { askingAgain, optIn, optOut } from "@kartis/core/sms/opt-outs.ts";
import { eventsOf } from "@kartis/core/provider-events/index.ts";

const deps = { askingAgain, assigningFieldsOf, cardsWithPhone, eventsOf, findCards, lastSmsTo, optIn, optOut };

/** Puts answers to SMS on the timelines of their cards, and takes note of opt-outs. */
export const handler = consumer({
  name: "sms-on-answered",
  on: ["webhook.receive"],
  run: (record, { clock }) => receiveSmsAnswers(record, { clock, causedBy: record.id, deps }),
});
