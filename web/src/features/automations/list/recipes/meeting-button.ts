import { actionScreens } from "../../actions/screens.ts";
import { act, type Recipe } from "./recipe.ts";

export const meetingButton: Recipe = {
  id: "meetingButton",
  name: "automations.recipe.meetingButton",
  about: "automations.recipe.meetingButton.about",
  make(ground) {
    const meeting = actionScreens.createMeeting.initial(ground);
    if ("missing" in meeting) return meeting;
    return {
      trigger: { kind: "buttonClicked", label: ground.t("automations.recipe.meetingButton.label"), question: "" },
      filter: null,
      steps: [act(meeting)],
    };
  },
};
