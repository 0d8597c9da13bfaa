import * as z from "zod";
import {
  Automation,
  AutomationButtons,
  AutomationLoops,
  AutomationPause,
  MovedAutomations,
  RemovedAutomation,
  AutomationRunDetails,
  AutomationRuns,
  RunStarted,
} from "../answers/automations.ts";
import { Done } from "../answers/parts.ts";
import type { Exposures } from "../exposure.ts";

/** After a day a task is created. */
const definition = {
  trigger: { kind: "buttonClicked", label: "Start over" },
  steps: [
    { id: "wait", kind: "wait", wait: { amount: 1, unit: "days" } },
    {
      id: "call",
      kind: "action",
      action: { kind: "createTask", title: "Call {{card.name}}", due: { amount: 1, unit: "days" }, assignee: "owner" },
    },
  ],
};

export const automations = {
  "automations.list": {
    method: "GET",
    path: "/automations",
    tag: "Automations",
    summary: "List automations",
    output: z.array(Automation),
    example: ({ typeId }) => ({ cardTypeId: typeId }),
  },
  "automations.get": {
    method: "GET",
    path: "/automations/{automationId}",
    tag: "Automations",
    summary: "Get an automation",
    output: Automation,
    example: ({ automationId }) => ({ automationId }),
  },
  "automations.create": {
    method: "POST",
    path: "/automations",
    tag: "Automations",
    summary: "Create an automation",
    description: "It is a draft, and off, until it is published.",
    status: 201,
    output: Automation,
    example: ({ typeId }) => ({ cardTypeId: typeId, name: "Start over", definition }),
  },
  "automations.update": {
    method: "PATCH",
    path: "/automations/{automationId}",
    tag: "Automations",
    summary: "Change an automation’s name, folder or draft",
    description: "What runs is the published version.",
    output: Automation,
    example: ({ automationId }) => ({ automationId, name: "Call again", definition }),
  },
  "automations.move": {
    method: "POST",
    path: "/automation-moves",
    tag: "Automations",
    summary: "Move automations into a folder",
    description:
      "Either those of `automationIds`, or all that are in the folder `from`: so a folder is renamed, and with a `folder` of null deleted, while its automations stay. A folder is there as " +
      "long as an automation is in it.",
    output: MovedAutomations,
    example: ({ automationId }) => ({ automationIds: [automationId], folder: "Sales" }),
  },
  "automations.publish": {
    method: "POST",
    path: "/automations/{automationId}/publish",
    tag: "Automations",
    summary: "Publish an automation",
    description:
      "Makes the draft the version that runs, and switches it on unless `isOn` is false. From now on it acts in the name of the member who created the token, with the rights that they " +
      "have when it runs: so the token must be allowed everything that they are.",
    output: Automation,
    example: ({ automationId }) => ({ automationId }),
  },
  "automations.switch": {
    method: "POST",
    path: "/automations/{automationId}/switch",
    tag: "Automations",
    summary: "Switch an automation on or off",
    description: "Runs that wait continue.",
    output: Automation,
    example: ({ automationId }) => ({ automationId, isOn: false }),
  },
  "automations.loops": {
    method: "GET",
    path: "/automations/{automationId}/loops",
    tag: "Automations",
    summary: "List the loops that an automation would be part of",
    description:
      "In its draft, or in its published version, together with the automations that are on. An automation in a loop can be published and switched on; it is stopped after a few rounds.",
    output: AutomationLoops,
    example: ({ automationId }) => ({ automationId }),
  },
  "automations.paused": {
    method: "GET",
    path: "/automation-pause",
    tag: "Automations",
    summary: "Get whether all automations are paused",
    output: AutomationPause,
    example: () => ({}),
  },
  "automations.setPaused": {
    method: "PUT",
    path: "/automation-pause",
    tag: "Automations",
    summary: "Pause or resume all automations",
    description:
      "While they are paused nothing starts, and runs stay where they are; those that came due continue afterwards. What happened meanwhile is not made up for.",
    output: AutomationPause,
    example: () => ({ isPaused: false }),
  },
  "automations.remove": {
    method: "DELETE",
    path: "/automations/{automationId}",
    tag: "Automations",
    summary: "Delete an automation",
    description: "Runs that wait are canceled when they are due.",
    output: RemovedAutomation,
    example: ({ automationId }) => ({ automationId }),
  },
  "automations.runs": {
    method: "GET",
    path: "/automations/{automationId}/runs",
    tag: "Automations",
    summary: "List an automation’s runs",
    description:
      "The newest first, of 90 days. With `search`, those on cards whose names have these words; such a page may be short, or empty, before the end.",
    output: AutomationRuns,
    example: ({ automationId }) => ({ automationId, limit: 20 }),
  },
  "automations.run": {
    method: "GET",
    path: "/automations/{automationId}/runs/{runId}",
    tag: "Automations",
    summary: "Get a run with what it has made and changed",
    output: AutomationRunDetails,
    example: ({ automationId, runId }) => ({ automationId, runId }),
  },
  "automations.retry": {
    method: "POST",
    path: "/automations/{automationId}/runs/{runId}/retry",
    tag: "Automations",
    summary: "Continue a failed run at the step that failed",
    description: "Under the version that it began with; steps that are done are not repeated.",
    output: Done,
    example: ({ automationId, failedRunId }) => ({ automationId, runId: failedRunId }),
  },
  "automations.again": {
    method: "POST",
    path: "/automations/{automationId}/runs/{runId}/again",
    tag: "Automations",
    summary: "Run an automation again for what started a run",
    description: "In the published version, on the card as it is now. With the same `newRunId` it is started once.",
    output: RunStarted,
    example: ({ automationId, failedRunId }) => ({ automationId, runId: failedRunId }),
  },
  "automations.cancel": {
    method: "POST",
    path: "/automations/{automationId}/runs/{runId}/cancel",
    tag: "Automations",
    summary: "Cancel a run",
    description: "Its remaining steps are not taken. What it has done stays.",
    output: Done,
    example: ({ automationId, runId }) => ({ automationId, runId }),
  },
  "automations.buttons": {
    method: "GET",
    path: "/cards/{cardId}/buttons",
    tag: "Automations",
    summary: "List a card’s buttons",
    description: "Automations that start at the press of a button, and are meant for the card as it is now.",
    output: AutomationButtons,
    example: ({ cardId }) => ({ cardId }),
  },
  "automations.press": {
    method: "POST",
    path: "/cards/{cardId}/buttons/{automationId}/press",
    tag: "Automations",
    summary: "Press a card’s button",
    description: "Under a `runId` of the caller’s own, a repeated call starts one run.",
    output: RunStarted,
    example: ({ automationId, cardId }) => ({ automationId, cardId }),
  },
} as const satisfies Exposures;
