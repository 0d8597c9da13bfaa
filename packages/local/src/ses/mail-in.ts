import { randomUUID } from "node:crypto";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { inboundPrefix } from "@kartis/core/files/rules.ts";
import type { Mail } from "@kartis/simulators/mailbox.ts";
import { type Answer, answerTo } from "@kartis/simulators/mail-answer.ts";
import { region } from "../arns.ts";
import { localCredentials } from "../local-credentials.ts";
import type { Sqs } from "../sqs/sqs.ts";

/** Simulates what happens to a sent email in the outside world. */
export interface MailIn {
  /** Delivers a reply: the message arrives as if through SES. */
  answer(mail: Mail, answer: Answer): Promise<void>;
  /** SES says what became of it. */
  report(mail: Mail, eventType: "Delivery" | "Bounce" | "Complaint"): void;
}

interface MailInOptions {
  readonly sqs: Sqs;
  readonly queueName: string;
  readonly bucketName: string;
  readonly s3Endpoint: string;
}

/** SES's side of mail that comes in: the message into the bucket, and a notification into the queue. */
export function createMailIn({ sqs, queueName, bucketName, s3Endpoint }: MailInOptions): MailIn {
  const s3 = new S3Client({ endpoint: s3Endpoint, region, credentials: localCredentials, forcePathStyle: true });
  const notify = (message: object) => void sqs.send(queueName, { body: JSON.stringify(message) });
  return {
    async answer(mail, answer) {
      const { recipients, message } = answerTo(mail, answer);
      const objectKey = `${inboundPrefix}${randomUUID()}`;
      const [, source = ""] = /^From: (?:.*<)?([^<>\s]+)>?\r$/m.exec(message.toString("utf8")) ?? [];
      const domain = source.slice(source.lastIndexOf("@") + 1);
      const verdict = { status: answer.failsVerification ? "FAIL" : "PASS" };
      const result = verdict.status.toLowerCase();
      // SES puts its own results above everything else.
      const results = `Authentication-Results: amazonses.com; spf=${result}; dkim=${result} header.i=@${domain}; dmarc=${result} header.from=${domain}\r\n`;
      const Body = Buffer.concat([Buffer.from(results), message]);
      await s3.send(new PutObjectCommand({ Bucket: bucketName, Key: objectKey, Body }));
      const passed = { status: "PASS" };
      const verdicts = {
        spamVerdict: passed,
        virusVerdict: passed,
        spfVerdict: verdict,
        dkimVerdict: verdict,
        dmarcVerdict: verdict,
      };
      const receipt = { recipients, ...verdicts, action: { type: "S3", bucketName, objectKey } };
      notify({ notificationType: "Received", mail: { source }, receipt });
    },
    report(mail, eventType) {
      const bounce = eventType === "Bounce" ? { bounce: { bounceType: "Permanent" } } : {};
      notify({ eventType, mail: { messageId: mail.id, tags: mail.tags ?? {} }, ...bounce });
    },
  };
}
