import { isId } from "../../kernel/id-form.ts";
import type { ActivityId } from "../../kernel/id.ts";
import type { Activity } from "../activity.ts";
import { attachmentsOf } from "../attachments/rules.ts";
import type { RichText } from "../comments/rules.ts";
import { sharingLevels } from "../../gmail/rules.ts";
import { deliveries } from "./rules.ts";
import type { Correspondent, Mail } from "./schema.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The mail that started the thread. */
export const threadOf = ({ id, values }: Pick<Activity, "id" | "values">): ActivityId =>
  isId("act", values["thread"]) ? values["thread"] : id;

function gmailOf(value: unknown): Mail["gmail"] {
  const { userId, id } = Object(value) as Readonly<Record<string, unknown>>; // as it was stored
  return isId("usr", userId) ? { userId, id: text(id) } : null;
}

/** An activity of the type as what its callers get. */
export function mailOf(activity: Activity): Mail {
  const { id, version, values, createdBy, automationId, createdAt, updatedAt, trashedAt } = activity;
  const { cardId, direction, delivery, answers } = values;
  if (!isId("crd", cardId)) throw new Error(`A mail on no card: ${id}`);
  // Lists as the schema accepted them.
  const people = (name: string) => (values[name] as readonly Correspondent[] | undefined) ?? [];
  return {
    id,
    version,
    cardId,
    direction: direction === "IN" ? "IN" : "OUT",
    from: (values["from"] as Correspondent | undefined) ?? { email: "", name: null },
    to: people("to"),
    cc: people("cc"),
    bcc: people("bcc"),
    subject: text(values["subject"]) ?? "",
    body: (values["body"] as RichText | undefined) ?? [],
    quoted: (values["quoted"] as RichText | undefined) ?? [],
    signature: text(values["signature"]),
    attachments: attachmentsOf(values),
    delivery: deliveries.find((known) => known === delivery) ?? null,
    isCut: values["isCut"] === true,
    dropped: typeof values["dropped"] === "number" ? values["dropped"] : 0,
    isAutomatic: values["isAutomatic"] === true,
    isUnverified: values["isUnverified"] === true,
    isReplyIgnored: values["isReplyIgnored"] === true,
    answers: isId("act", answers) ? answers : null,
    threadId: threadOf(activity),
    gmail: gmailOf(values["gmail"]),
    sharing: sharingLevels.find((level) => level === values["sharing"]) ?? "whole",
    pinned: values["pinned"] === true,
    createdBy: isId("usr", createdBy) ? createdBy : null,
    automationId,
    createdAt,
    updatedAt,
    trashedAt,
  };
}
