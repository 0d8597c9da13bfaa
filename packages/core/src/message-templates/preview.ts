import { formatter } from "@kartis/i18n/format.ts";
import { translator } from "@kartis/i18n/translate.ts";
import type { Card, CardType } from "../cards/schema.ts";
import type { Principal } from "../kernel/actor.ts";
import { env } from "../kernel/env.ts";
import { findOrganization } from "../organizations/index.ts";
import { findUser, getProfile } from "../users/index.ts";
import { cardValues, type WrittenFor } from "./card-values.ts";
import { problemsIn } from "./check.ts";
import { BadTemplate, canonical, type TextProblem, variablesIn } from "./engine.ts";
import type { VariableGroup } from "./kinds/definition.ts";
import { type Message, rendered } from "./render.ts";
import type { Preview, Previewed } from "./schema.ts";
import { smsSize } from "../sms/rules.ts";
import { Link, type TemplateValues } from "./values.ts";
import { groupsOf } from "./variables.ts";

export interface PreviewedFor extends Pick<WrittenFor, "cardScope" | "settings" | "cards"> {
  readonly principal: Principal;
  readonly card: Card | undefined;
  readonly type: CardType | undefined;
  readonly at: string;
}

/** The text as its reader would get it, with the values of the card, the organization and the caller, and examples for what does not exist yet. */
export async function preview(input: Preview, of: PreviewedFor): Promise<Previewed> {
  const text = { subject: canonical(input.subject), body: canonical(input.body) };
  const problems = problemsIn(text, input.kind, of.type);
  const empty = { subject: input.subject, text: input.body, html: null, sms: null, used: [], missing: [] };
  if (problems.length > 0) return { ...empty, problems };
  const values = await valuesFor(input, of);
  const used = [...new Set([...variablesIn(text.subject), ...variablesIn(text.body)])];
  const format = input.channel === "sms" ? "plain" : input.format;
  const message = renderedOrProblem(text, format, input.language, values);
  if ("messageKey" in message) return { ...empty, used, problems: [{ part: "body", ...message }] };
  return {
    subject: message.subject,
    text: message.text,
    html: message.html,
    sms: input.channel === "sms" ? smsSize(message.text) : null,
    used,
    missing: used.filter((path) => !values[path]),
    problems,
  };
}

/** What cannot be said before the values are known: that it becomes too long. */
function renderedOrProblem(...of: Parameters<typeof rendered>): Message | TextProblem {
  try {
    return rendered(...of);
  } catch (error) {
    if (error instanceof BadTemplate) return error.problem;
    throw error;
  }
}

/** What the example of each variable says is in the catalogues: a meeting that does not exist yet has no values. */
export async function valuesFor({ kind, language }: Preview, of: PreviewedFor): Promise<TemplateValues> {
  const { principal, card, type, cardScope, settings, cards, at } = of;
  const { orgId, userId } = principal;
  const timeZone = principal.settings?.timeZone ?? "UTC";
  const [organization, user, profile, t] = await Promise.all([
    findOrganization(orgId),
    userId ? findUser(userId) : undefined,
    userId ? getProfile(userId) : undefined,
    translator(language, { isolates: false }),
  ]);
  const format = formatter({ language, region: settings.region, timeZone });
  const link = new Link(env("PUBLIC_ORIGIN"));
  const isAbout = (group: VariableGroup) => groupsOf(kind).includes(group);
  const cardName = card?.fields["name"];
  const recipient = typeof cardName === "string" ? cardName : (user?.name ?? null);
  return {
    ...(card && type ? await cardValues(orgId, card, type, { language, timeZone, settings, cardScope, cards }) : {}),
    ...(isAbout("task")
      ? {
          "task.title": t("mail.example.task"),
          "task.due": format.dateTime(at),
          "task.description": t("mail.example.description"),
          "task.location": t("mail.example.place"),
          "task.link": link,
        }
      : {}),
    ...(isAbout("meeting")
      ? {
          "meeting.title": t("mail.example.meeting"),
          "meeting.when": format.dateTime(at),
          "meeting.date": format.date(at),
          "meeting.time": format.time(at),
          "meeting.duration": format.unit(45, "minute"),
          "meeting.place": t("mail.example.place"),
          "meeting.description": t("mail.example.description"),
          "meeting.organizer": user?.name ?? null,
          "meeting.changes": format.dateTime(at),
          "meeting.link": link,
        }
      : {}),
    ...recipientValues(recipient),
    "recipient.email": user?.email ?? null,
    "recipient.settings": link,
    "sender.name": user?.name ?? null,
    "sender.email": user?.email ?? null,
    "sender.phone": profile?.phone ?? null,
    "organization.name": organization?.name ?? null,
    "organization.phone": organization?.phone ?? null,
  };
}

/** What a text says of whom it goes to. */
export const recipientValues = (name: string | null): TemplateValues => ({
  "recipient.name": name,
  "recipient.firstName": name && firstName(name),
});

/** The first word of a name. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;
