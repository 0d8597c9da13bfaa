import { chatPathOf, intakePath } from "../rules.ts";
import type { NotificationGroup } from "../wording/groups.ts";
import type { Place } from "./entries.ts";

/** Target of an entry: its subject or, for several, the list of them. */
export function placeOf(
  { entries: [entry], subjects: [subject], count }: NotificationGroup,
  places: ReadonlyMap<string, Place>,
): string {
  if (entry?.kind === "planLimit") return "/settings/plan-and-billing";
  if (entry?.kind === "webhookDisabled") return "/settings/integrations?open=webhooks";
  const { automationId, runId } = entry?.details ?? {};
  if (typeof automationId === "string") return `/automations/${automationId}${runId ? `/runs?run=${runId}` : ""}`;
  if (entry?.kind === "automationsPaused") return "/automations";
  if (entry?.kind === "whatsappProblem") return "/settings/integrations?open=whatsapp";
  if (entry?.kind === "leadRefused") return intakePath(String(entry.details["intakeId"]));
  if (entry?.kind === "voipProblem") return "/settings/integrations?open=voip";
  if (entry?.kind === "gmailProblem") return "/settings/integrations?open=gmail";
  const chatPath = entry && chatPathOf(entry);
  if (chatPath) return chatPath;
  if (entry?.kind === "callMissed") return places.get(subject?.id ?? "")?.path ?? "/voip?folder=callBack";
  if (entry?.kind === "importDone") {
    const { typeId } = entry.details;
    const list = typeId === "tasks" ? "/tasks" : typeId === "meetings" ? "/calendar" : undefined;
    return list && subject ? `${list}/import?operation=${subject.id}` : (list ?? "/cards");
  }
  if (!entry || !subject) return "/cards";
  if (count > 1) return entry.kind === "taskAssigned" ? "/tasks" : "/cards";
  return places.get(subject.id)?.path ?? "/";
}
