import type { NotificationEntry } from "../schema.ts";
import type { Formatter } from "@kartis/i18n/format.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import type { NotificationGroup } from "./groups.ts";

interface Names {
  /** Name of the person; empty if unknown. */
  readonly actor: string;
  readonly card: string | undefined;
}

/** What was written on the timeline of a card, and is said with the card's name. */
export const isOnTimeline = (
  kind: NotificationEntry["kind"],
): kind is "mention" | "commentReplied" | "mailReceived" | "smsReceived" =>
  kind === "mention" || kind === "commentReplied" || kind === "mailReceived" || kind === "smsReceived";

/** Sentence that describes the event; subjects that the reader cannot see have no name. */
export function textOf({ entries, count, subjects }: NotificationGroup, { actor, card }: Names, t: Translate): string {
  const [entry] = entries;
  if (!entry) return "";
  const name = subjects[0]?.name ?? t(`notifications.unnamed.${unnamedOf(entry)}`);
  const { guest = "", reply = "" } = entry.details;
  // The name of the guest is shown to those who see the meeting.
  if (entry.kind === "meetingAnswered" && actor === "" && guest !== "" && subjects[0]?.name)
    return t("notifications.kind.guestReplied", { guest: String(guest), reply: String(reply), name });
  const params = { by: actor === "" ? "other" : "person", actor, count, name };
  const { task, taskId } = entry.details;
  if (taskId !== undefined && (entry.kind === "mention" || entry.kind === "taskCommented"))
    return t(`notifications.kind.${entry.kind === "mention" ? "taskMention" : "taskCommented"}`, {
      ...params,
      name: String(task ?? t("notifications.unnamed.task")),
    });
  if (isOnTimeline(entry.kind)) {
    const whose = entry.details["own"] === 1 ? "own" : "other";
    return t(`notifications.kind.${entry.kind}`, { ...params, whose, name: card ?? t("notifications.unnamed.card") });
  }
  if (entry.kind === "importDone") {
    const { done = 0, onlyChecked } = entry.details;
    return t(`notifications.kind.${onlyChecked ? "importChecked" : "importDone"}`, { done: Number(done) });
  }
  const { limit = "", level } = entry.details;
  if (entry.kind === "planLimit")
    return t("notifications.kind.planLimit", { what: String(limit), level: level === 100 ? "full" : "near" });
  if (entry.kind === "webhookDisabled")
    return t("notifications.kind.webhookDisabled", { host: String(entry.details["host"] ?? "") });
  if (entry.kind === "automation") return String(entry.details["text"] ?? "");
  if (entry.kind === "automationFailed" || entry.kind === "automationStopped")
    return t(`notifications.kind.${entry.kind}`, { automation: String(entry.details["name"] ?? ""), name });
  if (entry.kind === "automationsPaused")
    return t("notifications.kind.automationsPaused", { ...params, state: String(entry.details["state"] ?? "") });
  if (entry.kind === "whatsappProblem")
    return t("notifications.kind.whatsappProblem", { number: `\u2066${entry.details["number"] ?? ""}\u2069` });
  if (entry.kind === "leadRefused") return t("notifications.kind.leadRefused", { name: String(entry.details["name"] ?? "") });
  if (entry.kind === "gmailProblem")
    return t("notifications.kind.gmailProblem", { email: `\u2066${entry.details["email"] ?? ""}\u2069` });
  if (entry.kind === "chatMessage" || entry.kind === "callMissed" || entry.kind === "chatAssigned") {
    const whose = subjects[0]?.name ?? card;
    return t(`notifications.kind.${entry.kind}`, { ...params, who: whose ? "known" : "other", name: whose ?? "" });
  }
  return t(`notifications.kind.${entry.kind}`, params);
}

const unnamedOf = ({ kind }: NotificationEntry): "card" | "task" | "meeting" =>
  kind === "cardAssigned" || kind === "automationFailed" ? "card" : kind.startsWith("meeting") ? "meeting" : "task";

/**
 * Second line: names of several subjects, the text that was written, or the time.
 * @param named how a name stands in a list of them: isolated, where the reader's program knows isolates
 */
export function detailOf(
  { entries, count, subjects }: NotificationGroup,
  t: Translate,
  format: Formatter,
  named: (name: string) => string = (name) => name,
): string {
  const [entry] = entries;
  if (!entry) return "";
  const { startsAt, on, rejected, day, message } = entry.details;
  if (entry.kind === "meetingAnswered" && subjects[0]?.name)
    return [typeof day === "string" ? format.day(day) : "", message ?? ""].filter((part) => part !== "").join(" · ");
  if (isOnTimeline(entry.kind) || entry.kind === "taskCommented") return subjects[0]?.name ?? "";
  if (entry.kind === "importDone" && Number(rejected) > 0)
    return t(entry.details["onlyChecked"] ? "notifications.wrongRows" : "notifications.rejected", { count: Number(rejected) });
  if (entry.kind === "importDone") return "";
  if (entry.kind === "webhookDisabled") return t("notifications.webhookReplay");
  if (entry.kind === "automation") return subjects[0]?.name ?? "";
  if (entry.kind === "automationFailed") return reasonOf(entry.details, t) ?? "";
  if (entry.kind === "automationStopped")
    return reasonOf(entry.details, t) ?? t("notifications.automationStopped", { reason: String(entry.details["reason"] ?? "") });
  if (entry.kind === "whatsappProblem") return t("notifications.whatsappReconnect");
  if (entry.kind === "voipProblem") return t("notifications.voipReason", { reason: String(entry.details["reason"] ?? "") });
  if (entry.kind === "leadRefused") return t("notifications.leadLog");
  if (entry.kind === "gmailProblem") return t("notifications.gmailReconnect");
  if (entry.kind === "planLimit") return useOf(entry.details, t, format);
  // What takes whole days is the same day everywhere, and an occurrence that is news has a day as its name.
  if (typeof on === "string") return format.day(on);
  if (typeof startsAt === "string") return format.dateTime(startsAt);
  if (typeof day === "string") return format.day(day);
  if (count < 2) return "";
  const names = subjects.flatMap(({ name }) => (name ? named(name) : [])).slice(0, 2);
  const rest = count - names.length;
  return format.list(rest > 0 ? [...names, t("notifications.more", { count: rest })] : names);
}

/** Why an automation failed or was stopped, and at which step. Undefined without a reason, or as long as its words have not been loaded. */
function reasonOf(details: NotificationEntry["details"], t: Translate): string | undefined {
  const { message, place, step } = details;
  if (typeof message !== "string") return undefined;
  const params = Object.entries(details).flatMap(([name, value]) =>
    name.startsWith(reasonParam) ? [[name.slice(reasonParam.length), value] as const] : [],
  );
  const reason = t.find(message, Object.fromEntries(params));
  const named = typeof place === "string" ? t.find(place) : undefined;
  if (reason === undefined || named === undefined) return reason;
  return t("notifications.automationReason", { numbered: step === undefined ? "no" : "yes", step, place: named, reason });
}

/** Before the names of the parameters of a reason, which are among the details. */
const reasonParam = "param.";

function useOf({ limit, used, allowed }: NotificationEntry["details"], t: Translate, format: Formatter): string {
  const amount = (value: unknown): string =>
    limit === "storage"
      ? format.number(Math.floor(Number(value) / (1024 * 1024)), { style: "unit", unit: "megabyte" })
      : format.number(Number(value));
  return t("notifications.planUse", { used: amount(used), allowed: amount(allowed) });
}
