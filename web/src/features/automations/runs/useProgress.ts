import type { AutomationRun } from "@kartis/core/automations/run-schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { doneSteps } from "./walk.ts";

/** A run's progress: "5 of 5 steps, retried once". */
export function useProgress(): (run: AutomationRun) => string {
  const t = useT();
  return (run) => {
    const steps = t("automationRuns.stepsDone", { done: doneSteps(run), count: run.pathLength });
    // A waiting run has not made its next attempt yet.
    const retries = run.failedAttempts.length - (run.state === "waiting" && run.attempts > 0 ? 1 : 0);
    return retries > 0 ? t("automationRuns.andRetried", { steps, count: retries }) : steps;
  };
}
