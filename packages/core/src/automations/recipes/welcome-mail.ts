import { type Recipe, stepsOf, writtenText } from "./recipe.ts";

export const welcomeMail: Recipe = {
  id: "welcomeMail",
  name: "automations.recipe.welcomeMail",
  about: "automations.recipe.welcomeMail.about",
  make({ type: { fields }, t }) {
    const address = fields.find(({ type, internal }) => type === "email" && !internal);
    if (!address) return { missing: "automations.problem.noEmailField" };
    return {
      trigger: { kind: "cardCreated" },
      filter: null,
      steps: stepsOf({
        kind: "sendEmail",
        fieldId: address.id,
        subject: t("automations.recipe.welcomeMail.subject"),
        text: writtenText(t, "automations.recipe.welcomeMail.text"),
      }),
    };
  },
};
