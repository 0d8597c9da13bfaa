import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import { reportFailure } from "../../../data/consumer.ts";
import { inboundPrefix } from "../../../files/rules.ts";
import { readWhole } from "../../../files/index.ts";
import { type Clock, systemClock } from "../../../kernel/clock.ts";
import { keepDelivery } from "../delivered.ts";
import { readReference } from "../reference.ts";
import type { Delivery } from "../rules.ts";
import { largestMailBytes } from "./rules.ts";
import type { SenderChecks } from "./sender.ts";

const consumer = "mails-on-received";

const Verdict = z.object({ status: z.string() }).optional();
/** https://docs.aws.amazon.com/ses/latest/dg/receiving-email-notifications-contents.html */
const Received = z.object({
  notificationType: z.literal("Received"),
  mail: z.object({ source: z.string().default("") }).optional(),
  receipt: z.object({
    recipients: z.array(z.string()),
    spamVerdict: Verdict,
    virusVerdict: Verdict,
    spfVerdict: Verdict,
    dkimVerdict: Verdict,
    dmarcVerdict: Verdict,
    action: z.object({ objectKey: z.string() }),
  }),
});
/** https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
const Event = z.object({
  eventType: z.string(),
  mail: z.object({ tags: z.record(z.string(), z.array(z.string())).default({}) }),
  bounce: z.object({ bounceType: z.string() }).optional(),
});

/** A mailbox that is full for the moment is tried again by SES. */
function deliveryIn({ eventType, bounce }: z.output<typeof Event>): Delivery | undefined {
  if (eventType === "Delivery") return "delivered";
  if (eventType === "Complaint") return "complained";
  return eventType === "Bounce" && bounce?.bounceType !== "Transient" ? "bounced" : undefined;
}

/** Takes a mail in, as `receiveMail` does. */
type Receive = (
  recipients: readonly string[],
  read: () => Promise<Uint8Array<ArrayBuffer> | undefined>,
  clock: Clock,
  checks: SenderChecks,
) => Promise<void>;

const failed = ({ status }: { readonly status: string } = { status: "" }): boolean => status === "FAIL";

const Message = z.union([Received, Event]);

/** Parses the message; undefined if it is malformed. Delivering it again would not help, so it is logged and dropped. */
function messageIn(body: string): z.output<typeof Message> | undefined {
  try {
    return Message.parse(JSON.parse(body));
  } catch (error) {
    reportFailure(consumer, error);
    return undefined;
  }
}

async function take(body: string, receive: Receive): Promise<void> {
  const event = messageIn(body);
  if (!event) return;
  if ("receipt" in event) {
    const { recipients, spamVerdict, virusVerdict, spfVerdict, dkimVerdict, dmarcVerdict, action } = event.receipt;
    if (failed(spamVerdict) || failed(virusVerdict) || !action.objectKey.startsWith(inboundPrefix)) return;
    const checks = {
      spf: spfVerdict?.status ?? "",
      dkim: dkimVerdict?.status ?? "",
      dmarc: dmarcVerdict?.status ?? "",
      envelopeFrom: event.mail?.source ?? "",
    };
    await receive(recipients, () => readWhole(action.objectKey, largestMailBytes), systemClock, checks);
    return;
  }
  const delivery = deliveryIn(event);
  const mail = readReference(event.mail.tags["kartis"]?.[0] ?? "");
  if (delivery && mail) await keepDelivery(mail.orgId, mail.mailId, delivery, systemClock);
}

/** A Lambda that reads from its queue what SES says: of mails that came in, and of what became of those that were sent. */
export const mailEvents =
  (receive: Receive) =>
  async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures: { itemIdentifier: string }[] = [];
    // One after the other: each may be as large as the memory allows.
    for (const { messageId, body } of event.Records)
      await take(body, receive).catch((error: unknown) => {
        reportFailure(consumer, error);
        batchItemFailures.push({ itemIdentifier: messageId });
      });
    return { batchItemFailures };
  };
