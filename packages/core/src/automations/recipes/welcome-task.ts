import { type Recipe, stepsOf, task } from "./recipe.ts";

export const welcomeTask: Recipe = {
  id: "welcomeTask",
  name: "automations.recipe.welcomeTask",
  about: "automations.recipe.welcomeTask.about",
  make: ({ t }) => ({
    trigger: { kind: "cardCreated" },
    filter: null,
    steps: stepsOf(task(t("automations.recipe.welcomeTask.title"), { amount: 1, unit: "hours" })),
  }),
};
