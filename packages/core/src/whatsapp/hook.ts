import { createHash, createHmac } from "node:crypto";
import * as z from "zod";
import { beginningOf, cleanText } from "../kernel/text.ts";
import { reasonOf } from "./failures.ts";
import { longestText, whatsappFailures } from "./rules.ts";
import { isSameSecret } from "../kernel/same-secret.ts";

/** Whether the app signed exactly these bytes (facts/messaging section 6). */
export function isSignedBy(appSecret: string, body: Buffer, header: string): boolean {
  const given = Buffer.from(/^sha256=([0-9a-f]{64})$/i.exec(header)?.[1] ?? "", "hex");
  const made = createHmac("sha256", appSecret).update(body).digest();
  return isSameSecret(given, made);
}

const line = (longest: number) => z.string().transform((text) => beginningOf(cleanText(text), longest).trim());
const text = line(longestText);
const shortLine = line(250);
/** Printable: half a surrogate pair, for example, cannot be stored, and would lose the other items of the call. */
const messageId = z.string().regex(/^[\x21-\x7e]{1,300}$/);
const waId = z.string().regex(/^\d{6,15}$/);
/** Seconds since the epoch, as text; instants after year 9999 are rejected. */
const instant = z
  .string()
  .regex(/^\d{9,11}$/)
  .transform((seconds) => new Date(Number(seconds) * 1000).toISOString());

const media = z.object({
  id: z.string().regex(/^[\w-]{1,200}$/),
  mime_type: line(100).catch(""),
  caption: line(longestText).optional().catch(undefined),
  filename: shortLine.optional().catch(undefined),
});
const location = z.object({
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
  name: shortLine.optional().catch(undefined),
  address: shortLine.optional().catch(undefined),
});
const contact = z.object({
  name: z.object({ formatted_name: shortLine }).optional().catch(undefined),
  phones: z
    .array(z.object({ phone: line(40) }).partial())
    .max(20)
    .default([])
    .catch([]),
});

const Message = z.looseObject({
  from: waId,
  id: messageId,
  timestamp: instant,
  type: z.string().max(40),
  context: z
    .object({ id: messageId.optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
const Status = z.object({
  id: messageId,
  status: z.enum(["sent", "delivered", "read", "failed"]),
  timestamp: instant,
  biz_opaque_callback_data: messageId.optional().catch(undefined),
  errors: z
    .array(z.object({ code: z.number().int() }))
    .optional()
    .catch(undefined),
});

/** A received item, as it is stored until its consumer processes it. */
export const ReceivedMessage = z.object({
  type: z.literal("message"),
  id: z.string(),
  from: z.string(),
  at: z.string(),
  name: z.string().nullable(),
  kind: z.enum(["text", "image", "video", "audio", "document", "sticker", "location", "contacts", "unsupported"]),
  text: z.string().nullable(),
  media: z.object({ id: z.string(), name: z.string().nullable(), mime: z.string() }).nullable(),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), name: z.string().nullable(), address: z.string().nullable() })
    .nullable(),
  contacts: z.array(z.object({ name: z.string(), phones: z.array(z.string()) })),
  answers: z.string().nullable(),
});
export type ReceivedMessage = z.output<typeof ReceivedMessage>;

export const ReceivedReaction = z.object({
  type: z.literal("reaction"),
  id: z.string(),
  from: z.string(),
  at: z.string(),
  to: z.string(),
  /** Empty if the reaction was removed. */
  emoji: z.string(),
});
export type ReceivedReaction = z.output<typeof ReceivedReaction>;

export const ReceivedStatus = z.object({
  type: z.literal("status"),
  id: z.string(),
  at: z.string(),
  state: z.enum(["sent", "delivered", "read", "failed"]),
  reason: z.enum(whatsappFailures).nullable(),
  note: z.string().nullable(),
});
export type ReceivedStatus = z.output<typeof ReceivedStatus>;

export const ReceivedItem = z.discriminatedUnion("type", [ReceivedMessage, ReceivedReaction, ReceivedStatus]);
export type ReceivedItem = z.output<typeof ReceivedItem>;

const Value = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: z.array(z.unknown()).max(1_000).optional().catch(undefined),
  messages: z.array(z.unknown()).max(1_000).optional().catch(undefined),
  statuses: z.array(z.unknown()).max(1_000).optional().catch(undefined),
});
const Call = z.object({
  object: z.string(),
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })).max(1_000) })).max(1_000),
});
const Contact = z.object({ wa_id: z.string(), profile: z.object({ name: shortLine }) });

const mediaKinds = ["image", "video", "audio", "document", "sticker"] as const;

/** The part of a message that its type names; for buttons and lists, the choice. */
function contentOf(message: z.output<typeof Message>): Partial<Omit<ReceivedMessage, "type" | "id" | "from" | "at">> | undefined {
  const { type } = message;
  const part = message[type];
  const mediaKind = mediaKinds.find((known) => known === type);
  if (mediaKind) {
    const read = media.safeParse(part);
    if (!read.success) return undefined;
    const { id, mime_type: mime, caption, filename } = read.data;
    return { kind: mediaKind, text: caption || null, media: { id, name: filename || null, mime } };
  }
  const wordsIn = (schema: z.ZodType<string>) => {
    const read = schema.safeParse(part);
    return read.success && read.data !== "" ? { kind: "text" as const, text: read.data } : undefined;
  };
  switch (type) {
    case "text":
      return wordsIn(z.object({ body: text }).transform(({ body }) => body));
    case "button":
      return wordsIn(z.object({ text }).transform((button) => button.text));
    case "interactive":
      return wordsIn(
        z
          .union([z.object({ button_reply: z.object({ title: text }) }), z.object({ list_reply: z.object({ title: text }) })])
          .transform((chosen) => ("button_reply" in chosen ? chosen.button_reply.title : chosen.list_reply.title)),
      );
    case "location": {
      const read = location.safeParse(part);
      if (!read.success) return undefined;
      const { name, address, ...place } = read.data;
      return { kind: "location", location: { ...place, name: name || null, address: address || null } };
    }
    case "contacts": {
      const read = z.array(contact).min(1).max(20).safeParse(part);
      if (!read.success) return undefined;
      const contacts = read.data.map(({ name, phones }) => ({
        name: name?.formatted_name ?? "",
        phones: phones.flatMap(({ phone }) => phone || []),
      }));
      return { kind: "contacts", contacts };
    }
    default:
      return { kind: "unsupported" };
  }
}

function messageIn(raw: unknown, nameOf: ReadonlyMap<string, string>): ReceivedMessage | ReceivedReaction | undefined {
  const read = Message.safeParse(raw);
  if (!read.success) return undefined;
  const { id, from, timestamp: at, type, context } = read.data;
  if (type === "reaction") {
    const reaction = z.object({ message_id: messageId, emoji: line(32).default("") }).safeParse(read.data[type]);
    return reaction.success
      ? { type: "reaction", id, from, at, to: reaction.data.message_id, emoji: reaction.data.emoji }
      : undefined;
  }
  // A message with unreadable content is kept: somebody has written.
  const content = contentOf(read.data) ?? { kind: "unsupported" };
  return {
    type: "message",
    id,
    from,
    at,
    name: nameOf.get(from) || null,
    kind: "unsupported",
    text: null,
    media: null,
    location: null,
    contacts: [],
    answers: context?.id ?? null,
    ...content,
  };
}

function statusIn(raw: unknown): ReceivedStatus | undefined {
  const read = Status.safeParse(raw);
  if (!read.success) return undefined;
  const { id, timestamp: at, status: state, errors, biz_opaque_callback_data: note } = read.data;
  return {
    type: "status",
    id,
    at,
    state,
    reason: state === "failed" ? reasonOf(errors?.[0]?.code ?? null) : null,
    note: note ?? null,
  };
}

/** The items of a call, and how many were skipped because they were for another number or unreadable. */
export interface ReadCall {
  readonly items: readonly ReceivedItem[];
  readonly foreign: number;
  readonly unread: number;
}

/** Parses a call. Each part is parsed by itself, so that one invalid part does not lose the others. Throws a ZodError if it is not a call of Meta's. */
export function readCall(raw: unknown, phoneNumberId: string): ReadCall {
  const { object, entry } = Call.parse(raw);
  const items: ReceivedItem[] = [];
  let [foreign, unread] = [0, 0];
  const changes = entry.flatMap((one) => one.changes).filter(({ field }) => field === "messages");
  if (object !== "whatsapp_business_account") return { items, foreign: 1, unread };
  for (const change of changes) {
    const value = Value.safeParse(change.value);
    if (!value.success) unread++;
    else if (value.data.metadata.phone_number_id !== phoneNumberId) foreign++;
    else {
      const { contacts = [], messages = [], statuses = [] } = value.data;
      const names = contacts.flatMap((one) => Contact.safeParse(one).data ?? []);
      const nameOf = new Map(names.map(({ wa_id: id, profile }) => [id, profile.name]));
      const read = [...messages.map((one) => messageIn(one, nameOf)), ...statuses.map(statusIn)];
      items.push(...read.filter((one) => one !== undefined));
      unread += read.filter((one) => one === undefined).length;
    }
  }
  return { items, foreign, unread };
}

/** The same key for the same item delivered again. Hashed, since Meta's ids are longer than a key needs and may contain anything. */
export const keyOf = (item: ReceivedItem): string =>
  createHash("sha256")
    .update(`${item.type}\n${item.id}\n${item.type === "status" ? item.state : ""}`)
    .digest("base64url");
