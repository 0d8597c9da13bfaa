import { type Recipe, stepsOf, writtenText } from "./recipe.ts";

/** The status is left open: only the organization knows which one it is. */
export const feedback: Recipe = {
  id: "feedback",
  name: "automations.recipe.feedback",
  about: "automations.recipe.feedback.about",
  make({ type: { fields }, t }) {
    const address = fields.find(({ type, internal }) => type === "email" && !internal);
    if (!fields.some(({ id }) => id === "status")) return { missing: "automations.problem.noStatus" };
    if (!address) return { missing: "automations.problem.noEmailField" };
    return {
      trigger: { kind: "statusChanged", from: [], to: null },
      filter: null,
      steps: stepsOf(
        { amount: 3, unit: "days" },
        {
          kind: "sendEmail",
          fieldId: address.id,
          subject: t("automations.recipe.feedback.subject"),
          text: writtenText(t, "automations.recipe.feedback.text"),
        },
      ),
    };
  },
};
