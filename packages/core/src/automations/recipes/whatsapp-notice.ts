import { type Recipe, stepsOf, notifyOwner } from "./recipe.ts";

export const whatsappNotice: Recipe = {
  id: "whatsappNotice",
  name: "automations.recipe.whatsappNotice",
  about: "automations.recipe.whatsappNotice.about",
  make: ({ t }) => ({
    trigger: { kind: "whatsappReceived" },
    filter: null,
    steps: stepsOf(notifyOwner(t("automations.recipe.whatsappNotice.text"))),
  }),
};
