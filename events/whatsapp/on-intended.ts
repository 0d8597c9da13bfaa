import { cardWhatsApps } from "@kartis/core/activities/whatsapp/deliver.ts";
import { whatsappMedia } from "@kartis/core/activities/whatsapp/media.ts";
import { optedOutSince } from "@kartis/core/chats/opt-outs.ts";
import { consumer } from "@kartis/core/data/consumer.ts";
import { contentsOf } from "@kartis/core/files/contents.ts";
import { deliverTogether, type Purposes } from "@kartis/core/outbound/index.ts";
import { accountOf, fetchMedia, GraphRefusal, sendMessage, uploadMedia } from "@kartis/core/whatsapp/graph.ts";
import { findNumber, noteProblem } from "@kartis/core/whatsapp/numbers.ts";

const graph = { accountOf, findNumber, GraphRefusal, noteProblem };

export const purposes = {
  whatsapp: cardWhatsApps({ ...graph, contentsOf, optedOutSince, sendMessage, uploadMedia }),
  whatsappMedia: whatsappMedia({ ...graph, fetchMedia }),
} as const satisfies Purposes;

/** Sends WhatsApp messages, and downloads received files. A record is delivered again until each of its effects is settled or waits for a person. */
export const handler = consumer({
  name: "whatsapp-on-intended",
  on: ["effect.intend", "effect.resend"],
  run: (record, { clock }) => deliverTogether("whatsapp-on-intended", record, purposes, clock),
});
