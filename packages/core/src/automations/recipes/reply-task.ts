import { type Recipe, stepsOf, task } from "./recipe.ts";

export const replyTask: Recipe = {
  id: "replyTask",
  name: "automations.recipe.replyTask",
  about: "automations.recipe.replyTask.about",
  make: ({ t }) => ({
    trigger: { kind: "emailReceived" },
    filter: null,
    steps: stepsOf(task(t("automations.recipe.replyTask.title"), { amount: 4, unit: "hours" })),
  }),
};
