import { type Recipe, stepsOf, task } from "./recipe.ts";

/** The status is left open: only the organization knows which one it is. */
export const statusTask: Recipe = {
  id: "statusTask",
  name: "automations.recipe.statusTask",
  about: "automations.recipe.statusTask.about",
  make: ({ type, t }) =>
    type.fields.some(({ id }) => id === "status")
      ? {
          trigger: { kind: "statusChanged", from: [], to: null },
          filter: null,
          steps: stepsOf(task(t("automations.recipe.statusTask.title"), { amount: 1, unit: "days" })),
        }
      : { missing: "automations.problem.noStatus" },
};
