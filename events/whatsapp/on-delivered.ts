import { keepSendings } from "@kartis/core/activities/whatsapp/delivered.ts";
import { keepFetches } from "@kartis/core/activities/whatsapp/media.ts";
import { chatChange, findChat } from "@kartis/core/chats/store.ts";
import { consumer } from "@kartis/core/data/consumer.ts";
import { recordOf } from "@kartis/core/data/payloads.ts";
import { findMessage, messageWrite } from "@kartis/core/whatsapp/messages/index.ts";

/** Stores the results of our calls on their messages. */
export const handler = consumer({
  name: "whatsapp-on-delivered",
  on: ["effect.succeed", "effect.fail", "effect.lose", "effect.resend", "effect.dismiss"],
  async run(record, { clock }) {
    await keepSendings(record, clock, { chatChange, findChat, findMessage, messageWrite });
    await keepFetches(recordOf(record, ["effect.fail", "effect.resend"]), clock);
  },
});
