import { receiveItems } from "@kartis/core/activities/whatsapp/receive.ts";
import { assigningFieldsOf } from "@kartis/core/cards/assignments/fields.ts";
import { creationOf } from "@kartis/core/cards/card-writes.ts";
import { locksOf } from "@kartis/core/cards/identifiers/locks.ts";
import { cardTypesOf } from "@kartis/core/cards/replica/index.ts";
import { cardsWithPhone } from "@kartis/core/cards/replica/phones.ts";
import { fieldContextOf } from "@kartis/core/cards/scope.ts";
import { findCards, getCardType } from "@kartis/core/cards/store.ts";
import { keptOptOut, takingOptOut } from "@kartis/core/chats/opt-outs.ts";
import { withMessage } from "@kartis/core/chats/rules.ts";
import { chatChange, chatIdOf, findChat } from "@kartis/core/chats/store.ts";
import { consumer } from "@kartis/core/data/consumer.ts";
import { eventsOf } from "@kartis/core/provider-events/index.ts";
import { ReceivedItem } from "@kartis/core/whatsapp/hook.ts";
import { findMessage, messageWrite } from "@kartis/core/whatsapp/messages/index.ts";
import { findNumber } from "@kartis/core/whatsapp/numbers.ts";

const cards = { assigningFieldsOf, cardsWithPhone, cardTypesOf, creationOf, fieldContextOf, findCards, getCardType, locksOf };
const chats = { chatChange, chatIdOf, findChat, keptOptOut, takingOptOut, withMessage };
const deps = { ...cards, ...chats, findMessage, findNumber, messageWrite };

/** Turns received messages into activities, and stores Meta's reports about ours. */
export const handler = consumer({
  name: "whatsapp-on-received",
  on: ["webhook.receive"],
  async run(record, { clock }) {
    const items = (await eventsOf(record, "whatsapp")).map(({ payload }) => ReceivedItem.parse(payload));
    await receiveItems(record.orgId, items, { clock, causedBy: record.id, deps });
  },
});
