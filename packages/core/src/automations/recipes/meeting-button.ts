import { type Recipe, stepsOf } from "./recipe.ts";

export const meetingButton: Recipe = {
  id: "meetingButton",
  name: "automations.recipe.meetingButton",
  about: "automations.recipe.meetingButton.about",
  make: ({ t }) => ({
    trigger: { kind: "buttonClicked", label: t("automations.recipe.meetingButton.label"), question: "" },
    filter: null,
    steps: stepsOf({
      kind: "createMeeting",
      title: `${t("automations.action.createMeeting.first")} {{ card.name }}`,
      description: "",
      location: "",
      start: { amount: 1, unit: "days" },
      minutes: 60,
      participant: "owner",
      invitesCard: false,
      reminder: null,
    }),
  }),
};
