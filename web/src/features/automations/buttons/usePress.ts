import type { RunId } from "@kartis/core/automations/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useRef, useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import { useCan } from "../../../lib/permissions.ts";
import { showToast } from "../../../ui/feedback/toasts.ts";
import type { CardButton } from "./CardButtons.tsx";

/** What comes of a run is looked for so often, and no longer than this: it may wait for days. */
const lookMs = 1_000;
const patienceMs = 20_000;

/**
 * Presses a button of a card, and says what came of it. A press whose answer was lost is repeated under the same id, so that it is one run.
 * @returns `pending` is the automation that is being started
 */
export function usePress(cardId: CardId) {
  const maySee = useCan()(["AUTOMATION", "read"]);
  const [pending, setPending] = useState<CardButton["automationId"]>();
  const unanswered = useRef(new Map<CardButton["automationId"], RunId>());
  async function press(button: CardButton): Promise<void> {
    const { automationId } = button;
    if (pending) return;
    const runId = unanswered.current.get(automationId) ?? newId("run");
    unanswered.current.set(automationId, runId);
    setPending(automationId);
    try {
      await client.automations.press.mutate({ automationId, cardId, runId });
      unanswered.current.delete(automationId);
      say(button, runId, "started", maySee);
      if (maySee) void follow(button, runId);
    } catch (failure) {
      reportFailure(failure);
    } finally {
      setPending(undefined);
    }
  }
  return { press, pending };
}

type Said = "started" | "done" | "failed" | "skipped";

function say({ label, automationId }: CardButton, runId: RunId, what: Said, maySee: boolean): void {
  const t = currentTranslate();
  const link = { label: t("automationRuns.buttons.run"), href: `/automations/${automationId}/runs?run=${runId}` };
  showToast({
    tone: what === "failed" ? "error" : "success",
    code: `button:${runId}:${what}`,
    givesWay: what === "started",
    title: t(`automationRuns.buttons.${what}`, { name: label }),
    ...(maySee ? { link } : {}),
  });
}

/** Says how the run ended, if that is soon. */
async function follow(button: CardButton, runId: RunId): Promise<void> {
  for (let waited = 0; waited < patienceMs; waited += lookMs) {
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    const run = await client.automations.run.query({ automationId: button.automationId, runId }).catch(() => undefined);
    if (!run || run.state === "canceled") return;
    if (run.state === "done" || run.state === "failed" || run.state === "skipped") return say(button, runId, run.state, true);
  }
}
