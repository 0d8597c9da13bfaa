import { formatter } from "@kartis/i18n/format.ts";
import { type Language, languages } from "@kartis/i18n/languages.ts";
import { reasonTranslator } from "@kartis/i18n/translate-reasons.ts";
import { describe, expect, it } from "vitest";
import type { NotificationEntry } from "../schema.ts";
import { groupsOf } from "./groups.ts";
import { detailOf } from "./words.ts";

const entryOf = (kind: "automationFailed" | "automationStopped", details: NotificationEntry["details"]): NotificationEntry => ({
  id: "ntf_1",
  kind,
  at: "2030-01-01T08:00:00.000Z",
  isRead: false,
  actorId: null,
  count: 1,
  subjects: [{ id: "crd_1", name: "Dana", cardId: null }],
  details: { automationId: "aut_1", name: "Welcome", ...details },
});

async function detailIn(language: Language, entry: NotificationEntry): Promise<string> {
  const [group] = groupsOf([entry]);
  // Without the isolates around what may run the other way.
  return group
    ? detailOf(group, await reasonTranslator(language), formatter({ language })).replaceAll(/[\u2068\u2069]/g, "")
    : "";
}

describe("a notification of an automation that failed or was stopped", () => {
  const failed = entryOf("automationFailed", { message: "validation.email", place: "automations.action.changeField", step: 2 });
  const stopped = entryOf("automationStopped", {
    reason: "broken",
    message: "automations.problem.field",
    place: "automations.action.createTask",
  });

  it("says why and at which step", async () => {
    expect(await detailIn("en", failed)).toMatch(/^Step 2, Change field: ./);
    expect(await detailIn("en", stopped)).toBe("Create task: This field no longer exists");
    for (const language of languages) {
      const t = await reasonTranslator(language);
      for (const [entry, key] of [
        [failed, "validation.email"],
        [stopped, "automations.problem.field"],
      ] as const)
        expect(await detailIn(language, entry)).toContain(t(key));
    }
  });

  it("fills in what the reason names", async () => {
    const entry = entryOf("automationFailed", {
      message: "automations.problem.length",
      place: "automations.action.notify",
      step: 1,
      "param.about": "300",
    });
    expect(await detailIn("en", entry)).toContain("300");
  });

  it("says the kind of stop without a reason, and nothing of a failure", async () => {
    expect(await detailIn("en", entryOf("automationStopped", { reason: "storm" }))).toBe("It ran too often within ten minutes");
    expect(await detailIn("en", entryOf("automationFailed", {}))).toBe("");
  });
});
