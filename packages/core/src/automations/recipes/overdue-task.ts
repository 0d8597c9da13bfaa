import { notifyOwner, type Recipe, stepsOf } from "./recipe.ts";

export const overdueTask: Recipe = {
  id: "overdueTask",
  name: "automations.recipe.overdueTask",
  about: "automations.recipe.overdueTask.about",
  make: ({ t }) => ({
    trigger: { kind: "dueDate", when: "after", amount: 1, unit: "days", at: "09:00", firesLate: false },
    filter: null,
    steps: stepsOf(notifyOwner(t("automations.recipe.overdueTask.text"))),
  }),
};
