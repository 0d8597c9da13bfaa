import { consumer } from "@kartis/core/data/consumer.ts";
import { mailTicket } from "@kartis/core/support/mail-ticket.ts";

export const handler = consumer({ name: "support-on-created", on: ["support.create"], run: mailTicket });
