import { type Recipe, stepsOf, notifyOwner } from "./recipe.ts";

export const statusNotice: Recipe = {
  id: "statusNotice",
  name: "automations.recipe.statusNotice",
  about: "automations.recipe.statusNotice.about",
  make: ({ type, t }) =>
    type.fields.some(({ id }) => id === "status")
      ? {
          trigger: { kind: "statusChanged", from: [], to: [] },
          filter: null,
          steps: stepsOf(notifyOwner(t("automations.recipe.statusNotice.text"))),
        }
      : { missing: "automations.problem.noStatus" },
};
