import * as z from "zod";
import { isId } from "../../kernel/id-form.ts";
import { fills } from "../loops/effect.ts";
import { trigger } from "./definition.ts";
import { whenAndWho } from "./event.ts";

/** Someone is set in a user field, when the card is created or later. */
export const userAssigned = trigger({
  config: z.object({ fieldId: z.string().min(1, "automations.problem.chooseField").max(100) }),
  startedBy: ({ fieldId }, effect) => fills(effect, fieldId),
  on: ["card.create", "card.update"],
  isChange: true,
  variables: ({ fieldId }) => ({
    ...whenAndWho,
    "assigned.to": ({ after }) => ({ userId: after?.[fieldId] }),
    "assigned.from": ({ before }) => ({ userId: before?.[fieldId] }),
  }),
  starts: ({ fieldId }, { before, after }) => isId("usr", after?.[fieldId]) && before?.[fieldId] !== after?.[fieldId],
  problems: ({ fieldId }, { fields }) =>
    fields.some(({ id, type }) => id === fieldId && type === "user")
      ? []
      : [{ path: "fieldId", message: "automations.problem.userField" }],
});
