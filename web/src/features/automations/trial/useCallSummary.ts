import { useFormatHere, useT } from "../../../lib/i18n.tsx";
import type { Words } from "../words/useWords.ts";
import type { Bit } from "../words/phrase.tsx";

/** A labelled value of a call's input. */
export interface SummaryLine {
  readonly label: string;
  readonly text: string;
}

const textOf = (bit: Bit): string =>
  typeof bit === "string" ? bit : "written" in bit ? bit.written.map(textOf).join("") : bit.value;
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Summarizes the input of a step's call for people: texts filled in, people by name, times formatted. */
export function useCallSummary(words: Words): (input: Readonly<Record<string, unknown>>) => readonly SummaryLine[] {
  const t = useT();
  const format = useFormatHere();
  const person = (userId: unknown) => (typeof userId === "string" ? textOf(words.person(userId)) : "");
  const people = (ids: unknown) => format.list(asList(ids).map(person));
  const moment = (at: unknown) => (typeof at === "string" ? format.dateTime(at) : "");
  /** Variables that only a run has are named. */
  const named = (text: string) => (text.includes("{{") ? textOf(words.text(text)) : text);
  const plain = (value: unknown) => (typeof value === "string" ? named(value) : "");
  /** An email's body as plain text. */
  const body = (blocks: unknown) =>
    asList(blocks)
      .map((block) =>
        asList(typeof block === "object" && block !== null && "content" in block ? block.content : [])
          .map((run) => (typeof run === "object" && run !== null && "text" in run ? plain(run.text) : ""))
          .join(""),
      )
      .join(" ");
  return (input) => {
    const { fields } = input;
    const values =
      typeof fields === "object" && fields !== null && "cardId" in input
        ? Object.entries(fields).map(([fieldId, value]) => ({
            label: textOf(words.field(fieldId)),
            text: value === null ? t("automations.empty") : named(textOf(words.value(fieldId, value))),
          }))
        : typeof fields === "object" && fields !== null && "name" in fields
          ? [{ label: t("automations.name"), text: plain(fields.name) }]
          : [];
    const listed = (["add", "remove"] as const).flatMap((how) =>
      Object.entries({ ...Object(input[how]) }).map(([fieldId, value]) => ({
        label: textOf(words.field(fieldId)),
        text: `${t(`automations.action.changeField.${how}`)}: ${textOf(words.value(fieldId, value))}`,
      })),
    );
    const lines: readonly SummaryLine[] = [
      { label: t("automations.cardType"), text: plain(input["typeId"]) && textOf(words.cardType(plain(input["typeId"]))) },
      ...values,
      ...listed,
      { label: t("automations.title"), text: plain(input["title"]) },
      {
        label: t("automations.template"),
        text: plain(input["templateId"]) && textOf(words.template(plain(input["templateId"]))),
      },
      { label: t("messageTemplates.subject"), text: plain(input["subject"]) },
      { label: t("automations.text"), text: plain(input["text"]) || body(input["body"]) },
      { label: t("automations.description"), text: plain(input["description"]) },
      { label: t("tasks.due"), text: moment(input["due"]) },
      { label: t("automations.trigger.at"), text: moment(input["start"]) },
      { label: t("tasks.assignee"), text: person(input["assignedTo"]) },
      {
        label: t("automations.people"),
        text: people([...asList(input["userIds"]), ...asList(input["participants"])]),
      },
      { label: t("automations.action.callWebhook.url"), text: plain(input["url"]) },
      ...Object.entries({ ...Object(input["texts"] ?? input["values"]) }).map(([label, value]) => ({
        label,
        text: plain(value),
      })),
    ];
    return lines.filter(({ text }) => text !== "");
  };
}
