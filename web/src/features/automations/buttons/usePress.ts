import type { RunId } from "@kartis/core/automations/run-schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useRef, useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import { useCan } from "../../../lib/permissions.ts";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { noteFinal } from "../../undo/undo.ts";
import type { CardButton } from "./CardButtons.tsx";

/** A run's outcome is polled at this interval, for a limited time because it may wait for days. */
const pollMs = 1_000;
const maxPollMs = 20_000;

/**
 * Starts a run by a card's button, and shows its outcome in a toast. A press whose response was lost is retried under the same run id.
 * @returns `pending`: the automation being started
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
      noteFinal(currentTranslate()("automationRuns.buttons.started", { name: button.label }));
      announce(button, runId, "started", maySee);
      if (maySee) void follow(button, runId);
    } catch (failure) {
      reportFailure(failure);
    } finally {
      setPending(undefined);
    }
  }
  return { press, pending };
}

type Outcome = "started" | "done" | "failed" | "skipped";

function announce({ label, automationId }: CardButton, runId: RunId, outcome: Outcome, maySee: boolean): void {
  const t = currentTranslate();
  const link = { label: t("automationRuns.buttons.run"), href: `/automations/${automationId}/runs?run=${runId}` };
  showToast({
    tone: outcome === "failed" ? "error" : "success",
    code: `button:${runId}:${outcome}`,
    givesWay: outcome === "started",
    title: t(`automationRuns.buttons.${outcome}`, { name: label }),
    ...(maySee ? { link } : {}),
  });
}

/** Announces the run's outcome if it ends soon. */
async function follow(button: CardButton, runId: RunId): Promise<void> {
  for (let waited = 0; waited < maxPollMs; waited += pollMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const run = await client.automations.run.query({ automationId: button.automationId, runId }).catch(() => undefined);
    if (!run || run.state === "canceled") return;
    if (run.state === "done" || run.state === "failed" || run.state === "skipped")
      return announce(button, runId, run.state, true);
  }
}
