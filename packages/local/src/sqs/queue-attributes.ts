import { isObject } from "../wire/http.ts";
import { sqsErrors } from "./errors.ts";

/** As the client set them; every value is text on the wire. */
export type QueueAttributes = Readonly<Record<string, string>>;

export const largestMessageBytes = 1_048_576;

const ranges: Readonly<Record<string, { readonly min: number; readonly max: number; readonly byDefault: number }>> = {
  VisibilityTimeout: { min: 0, max: 43_200, byDefault: 30 },
  DelaySeconds: { min: 0, max: 900, byDefault: 0 },
  MaximumMessageSize: { min: 1024, max: largestMessageBytes, byDefault: largestMessageBytes },
  MessageRetentionPeriod: { min: 60, max: 1_209_600, byDefault: 345_600 },
  ReceiveMessageWaitTimeSeconds: { min: 0, max: 20, byDefault: 0 },
};

const choices: Readonly<Record<string, readonly string[]>> = {
  FifoQueue: ["true", "false"],
  ContentBasedDeduplication: ["true", "false"],
  DeduplicationScope: ["messageGroup", "queue"],
  FifoThroughputLimit: ["perQueue", "perMessageGroupId"],
  SqsManagedSseEnabled: ["true", "false"],
};

/** Kept and returned, but without effect on one machine. */
const opaque = ["Policy", "KmsMasterKeyId", "KmsDataKeyReusePeriodSeconds", "RedriveAllowPolicy"];

const onFifoOnly = ["ContentBasedDeduplication", "DeduplicationScope", "FifoThroughputLimit"];

export interface RedrivePolicy {
  readonly deadLetterTargetArn: string;
  readonly maxReceiveCount: number;
}

/** Throws InvalidAttributeName or InvalidAttributeValue as SQS would. */
export function checkQueueAttributes(attributes: QueueAttributes, isFifo: boolean): void {
  for (const [name, value] of Object.entries(attributes)) {
    const range = ranges[name];
    const allowed = choices[name];
    if (range) {
      const number = Number(value);
      if (!Number.isInteger(number) || number < range.min || number > range.max) throw sqsErrors.invalidAttributeValue(name);
    } else if (allowed) {
      if (!allowed.includes(value)) throw sqsErrors.invalidAttributeValue(name);
      if (onFifoOnly.includes(name) && !isFifo) throw sqsErrors.invalidAttributeName(name);
    } else if (name === "RedrivePolicy") {
      if (value !== "") parseRedrivePolicy(value);
    } else if (!opaque.includes(name)) throw sqsErrors.invalidAttributeName(name);
  }
}

/** A numeric attribute in its own unit (seconds or bytes), or SQS's default. */
export function numericAttribute(attributes: QueueAttributes, name: string): number {
  return Number(attributes[name] ?? ranges[name]?.byDefault ?? 0);
}

export function defaultAttributes(): Record<string, string> {
  return Object.fromEntries(Object.entries(ranges).map(([name, { byDefault }]) => [name, String(byDefault)]));
}

export function parseRedrivePolicy(text: string): RedrivePolicy {
  try {
    const policy: unknown = JSON.parse(text);
    if (isObject(policy) && typeof policy["deadLetterTargetArn"] === "string") {
      const maxReceiveCount = Number(policy["maxReceiveCount"]);
      if (Number.isInteger(maxReceiveCount) && maxReceiveCount >= 1 && maxReceiveCount <= 1000) {
        return { deadLetterTargetArn: policy["deadLetterTargetArn"], maxReceiveCount };
      }
    }
  } catch {
    // Falls through: malformed JSON is refused like a malformed policy.
  }
  throw sqsErrors.invalidParameter(`Value ${text} for parameter RedrivePolicy is invalid. Reason: Redrive policy is malformed.`);
}
