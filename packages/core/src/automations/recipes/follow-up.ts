import { type Recipe, stepsOf, task } from "./recipe.ts";

/** Only for cards whose status is still the first one, or unset, as for cards created without one. */
export const followUp: Recipe = {
  id: "followUp",
  name: "automations.recipe.followUp",
  about: "automations.recipe.followUp.about",
  make({ type, t }) {
    const first = type.fields.find(({ id }) => id === "status")?.options[0];
    if (!first) return { missing: "automations.problem.noStatus" };
    const unmoved = {
      any: [
        { fieldId: "status", operator: "NOT_EXISTS" },
        { fieldId: "status", operator: "EQUAL", value: first.id },
      ],
    } as const;
    return {
      trigger: { kind: "cardCreated" },
      filter: null,
      steps: [
        ...stepsOf({ amount: 2, unit: "days" }),
        {
          id: "unmoved",
          kind: "branch",
          filter: unmoved,
          met: [
            { id: "task", kind: "action", action: task(t("automations.recipe.followUp.title"), { amount: 1, unit: "days" }) },
          ],
          unmet: [],
        },
      ],
    };
  },
};
