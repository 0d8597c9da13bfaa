import { branchOf, newStepId } from "../../builder/edits.ts";
import { type Recipe, task, wait } from "./recipe.ts";

/** Only for those whose status nobody has changed meanwhile. */
export const followUp: Recipe = {
  id: "followUp",
  name: "automations.recipe.followUp",
  about: "automations.recipe.followUp.about",
  make({ type, t }) {
    const first = type.fields.find(({ id }) => id === "status")?.options[0];
    if (!first) return { missing: "automations.problem.noStatus" };
    return {
      trigger: { kind: "cardCreated" },
      filter: null,
      steps: [
        wait(2, "days"),
        branchOf(newStepId(), { all: [{ fieldId: "status", operator: "EQUAL", value: first.id }] }, [
          task(t("automations.recipe.followUp.title"), { amount: 1, unit: "days" }),
        ]),
      ],
    };
  },
};
