import { type Recipe, stepsOf, task, notifyOwner } from "./recipe.ts";

export const ownerBrief: Recipe = {
  id: "ownerBrief",
  name: "automations.recipe.ownerBrief",
  about: "automations.recipe.ownerBrief.about",
  make: ({ type, t }) =>
    type.fields.some(({ id }) => id === "owner")
      ? {
          trigger: { kind: "userAssigned", fieldId: "owner" },
          filter: null,
          steps: stepsOf(
            notifyOwner(t("automations.recipe.ownerBrief.text")),
            task(t("automations.recipe.ownerBrief.title"), { amount: 1, unit: "days" }),
          ),
        }
      : { missing: "automations.problem.noUserField" },
};
