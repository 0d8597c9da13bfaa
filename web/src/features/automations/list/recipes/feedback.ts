import { actionScreens } from "../../actions/screens.ts";
import { triggerScreens } from "../../triggers/screens.ts";
import { writtenText } from "../../words/written.ts";
import { act, type Recipe, wait } from "./recipe.ts";

export const feedback: Recipe = {
  id: "feedback",
  name: "automations.recipe.feedback",
  about: "automations.recipe.feedback.about",
  make(ground) {
    const { t } = ground;
    const trigger = triggerScreens.statusChanged.initial(ground);
    const mail = actionScreens.sendEmail.initial(ground);
    if ("missing" in trigger) return trigger;
    if ("missing" in mail) return mail;
    const text = writtenText(t, "automations.recipe.feedback.text");
    return {
      trigger,
      filter: null,
      steps: [wait(3, "days"), act({ ...mail, subject: t("automations.recipe.feedback.subject"), text })],
    };
  },
};
