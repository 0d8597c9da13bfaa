import type { NotificationEntry } from "@kartis/core/notifications/schema.ts";
import type { NotificationGroup } from "@kartis/core/notifications/wording/groups.ts";
import { chatPathOf, intakePath } from "@kartis/core/notifications/rules.ts";
import { detailOf, isOnTimeline, textOf } from "@kartis/core/notifications/wording/words.ts";
import { isolate } from "@kartis/i18n/isolate.ts";
import { useFormatHere, useT } from "../../lib/i18n.tsx";
import { useNameOf } from "../people/people.ts";
import { useCardTypes } from "../records/card-types.ts";
import { meetingPath } from "@kartis/core/activities/meetings/path.ts";

export type NamedCards = Readonly<Record<string, { readonly name: string; readonly typeId: string }>>;

/** Text of a notification, and its link. */
export interface NotificationWords {
  readonly text: string;
  readonly detail: string;
  /** Empty for nobody known. */
  readonly actor: string;
  /** The name of the card that it belongs to. */
  readonly card: string | undefined;
  readonly href: string;
}

/** Texts and links of notifications, in the center and in pop-ups. */
export function useNotificationWords(): (group: NotificationGroup, cards: NamedCards) => NotificationWords {
  const t = useT();
  const format = useFormatHere();
  const nameOf = useNameOf();
  const { types } = useCardTypes();
  const slugOf = (typeId: unknown) => types?.find(({ id }) => id === typeId)?.slug;
  return (group, cards) => {
    const { entries, subjects } = group;
    const [entry] = entries;
    const actor = entry?.actorId ? nameOf(entry.actorId) : "";
    const named = entry?.details["cardId"];
    const cardId = typeof named === "string" ? named : subjects[0]?.cardId;
    const card = cardId ? cards[cardId] : undefined;
    return {
      text: textOf(group, { actor, card: card?.name }, t),
      detail: detailOf(group, t, format, isolate),
      actor,
      card: card?.name,
      href: entry
        ? hrefOf(entry, group, slugOf(entry.kind === "importDone" ? entry.details["typeId"] : card?.typeId), cardId)
        : "/",
    };
  };
}

function hrefOf(
  { kind, details }: NotificationEntry,
  { count, subjects: [subject] }: NotificationGroup,
  slug: string | undefined,
  cardId: string | null | undefined,
): string {
  if (kind === "planLimit") return "/settings/plan-and-billing";
  if (kind === "webhookDisabled") return "/settings/integrations?open=webhooks";
  const { automationId, runId } = details;
  if (typeof automationId === "string") return `/automations/${automationId}${runId ? `/runs?run=${runId}` : ""}`;
  if (kind === "automationsPaused") return "/automations";
  if (kind === "automation") return slug ? `/cards/${slug}/${cardId}` : "/cards";
  if (kind === "leadRefused") return intakePath(String(details["intakeId"]));
  if (kind === "voipProblem") return "/settings/integrations?open=voip";
  if (kind === "whatsappProblem") return "/settings/integrations?open=whatsapp";
  if (kind === "gmailProblem") return "/settings/integrations?open=gmail";
  const chatPath = chatPathOf({ kind, details });
  if (chatPath) return chatPath;
  if (kind === "callMissed" && !slug) return "/voip?folder=callBack";
  if (kind === "importDone") {
    const { typeId } = details;
    const list = typeId === "tasks" ? "/tasks" : typeId === "meetings" ? "/calendar" : slug ? `/cards/${slug}` : undefined;
    // Where it can be undone, and what was refused is.
    return list ? `${list}/import${subject ? `?operation=${subject.id}` : ""}` : "/cards";
  }
  const { taskId } = details;
  if (typeof taskId === "string") return `/tasks?list=team&task=${taskId}`;
  if (kind === "cardAssigned" || kind === "chatMessage" || kind === "callMissed" || isOnTimeline(kind))
    return slug ? `/cards/${slug}/${cardId}` : "/cards";
  const { day } = details;
  if (kind.startsWith("meeting"))
    return subject && kind !== "meetingCanceled" ? meetingPath(subject.id, typeof day === "string" ? day : null) : "/calendar";
  return count === 1 && subject ? `/tasks?list=team&task=${subject.id}` : "/tasks";
}
