import { createHash } from "node:crypto";
import type { Input } from "../wire/input.ts";
import { sqsErrors } from "./errors.ts";

export interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string;
  /** base64 */
  readonly BinaryValue?: string;
}

export type MessageAttributes = Readonly<Record<string, MessageAttribute>>;

export function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

/**
 * The digest that the SDK compares: names in order; each name, type and value behind its length, the value also
 * behind one byte for its kind. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
 */
export function md5OfAttributes(attributes: MessageAttributes): string | undefined {
  const names = Object.keys(attributes).toSorted();
  if (names.length === 0) return undefined;
  const hash = createHash("md5");
  const add = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const name of names) {
    const attribute = attributes[name];
    if (!attribute) continue;
    add(Buffer.from(name));
    add(Buffer.from(attribute.DataType));
    hash.update(Buffer.from([attribute.BinaryValue === undefined ? 1 : 2]));
    add(valueBytes(attribute));
  }
  return hash.digest("hex");
}

/** Bytes that count towards the limit of a message: names, types and values. */
export function sizeOfAttributes(attributes: MessageAttributes): number {
  return Object.entries(attributes).reduce(
    (sum, [name, attribute]) =>
      sum + Buffer.byteLength(name) + Buffer.byteLength(attribute.DataType) + valueBytes(attribute).length,
    0,
  );
}

/** Reads and checks `MessageAttributes` (at most ten) or `MessageSystemAttributes`. */
export function readAttributes(input: Input, name: string): MessageAttributes {
  const given = input.optionalObject(name);
  const names = Object.keys(given?.fields ?? {});
  if (names.length > 10)
    throw sqsErrors.invalidParameter(`Number of message attributes [${names.length}] exceeds the allowed maximum [10].`);
  const attributes: Record<string, MessageAttribute> = {};
  for (const key of names) {
    const attribute = given?.object(key);
    const DataType = attribute?.text("DataType") ?? "";
    const StringValue = attribute?.optionalText("StringValue");
    const BinaryValue = attribute?.optionalText("BinaryValue");
    if (!/^[A-Za-z0-9_.-]{1,256}$/.test(key)) throw sqsErrors.invalidParameter(`Message attribute name ${key} is invalid.`);
    if (!/^(String|Number|Binary)(\..+)?$/.test(DataType)) {
      throw sqsErrors.invalidParameter(`The type of message (user) attribute '${key}' is invalid.`);
    }
    if (!(DataType.startsWith("Binary") ? BinaryValue : StringValue)) {
      throw sqsErrors.invalidParameter(`The message attribute '${key}' must contain a non-empty value of its type.`);
    }
    attributes[key] = {
      DataType,
      ...(StringValue !== undefined && { StringValue }),
      ...(BinaryValue !== undefined && { BinaryValue }),
    };
  }
  return attributes;
}

/** Keeps what a ReceiveMessage asked for: names, `prefix.*`, `.*` or `All`. */
export function selectAttributes(attributes: MessageAttributes, wanted: readonly string[]): MessageAttributes {
  const all = wanted.includes("All") || wanted.includes(".*");
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([name]) => all || wanted.some((want) => want === name || (want.endsWith(".*") && name.startsWith(want.slice(0, -2)))),
    ),
  );
}

function valueBytes(attribute: MessageAttribute): Buffer {
  return attribute.BinaryValue === undefined
    ? Buffer.from(attribute.StringValue ?? "")
    : Buffer.from(attribute.BinaryValue, "base64");
}
