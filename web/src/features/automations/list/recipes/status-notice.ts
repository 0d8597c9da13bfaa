import { triggerScreens } from "../../triggers/screens.ts";
import { type Recipe, tellOwner } from "./recipe.ts";

export const statusNotice: Recipe = {
  id: "statusNotice",
  name: "automations.recipe.statusNotice",
  about: "automations.recipe.statusNotice.about",
  make(ground) {
    const trigger = triggerScreens.statusChanged.initial(ground);
    if ("missing" in trigger) return trigger;
    return { trigger, filter: null, steps: [tellOwner(ground.t("automations.recipe.statusNotice.text"))] };
  },
};
