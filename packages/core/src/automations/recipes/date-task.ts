import { definitionOf } from "../../cards/fields/registry.ts";
import { type Recipe, stepsOf, task } from "./recipe.ts";

export const dateTask: Recipe = {
  id: "dateTask",
  name: "automations.recipe.dateTask",
  about: "automations.recipe.dateTask.about",
  make({ type: { fields }, t }) {
    const date = fields.find(({ type, internal }) => !internal && ["day", "instant"].includes(definitionOf(type).moment ?? ""));
    if (!date) return { missing: "automations.problem.noDateField" };
    return {
      trigger: {
        kind: "dateArrives",
        fieldId: date.id,
        when: "before",
        amount: 7,
        unit: "days",
        at: "09:00",
        isYearly: false,
        firesLate: false,
      },
      filter: null,
      steps: stepsOf(task(t("automations.recipe.dateTask.title"), { amount: 3, unit: "days" })),
    };
  },
};
