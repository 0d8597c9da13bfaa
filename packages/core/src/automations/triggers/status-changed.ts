import * as z from "zod";
import { trigger } from "./definition.ts";
import { whenAndWho } from "./event.ts";

const statuses = z.array(z.string().max(64)).max(100);

/** The card's status changes from and to the given statuses; an empty list stands for any status. */
export const statusChanged = trigger({
  config: z.object({
    from: statuses.default([]),
    /** Null while not chosen yet, as in a recipe for one particular status. */
    to: statuses.nullable().default([]),
  }),
  startedBy: ({ to }, effect) =>
    effect.kind === "fieldChanged" &&
    effect.fieldId === "status" &&
    to !== null &&
    (to.length === 0 || effect.value === undefined || to.some((id) => id === effect.value)),
  on: ["card.update"],
  isChange: true,
  variables: () => ({
    ...whenAndWho,
    "status.from": ({ before }) => ({ optionId: before?.["status"], fieldId: "status" }),
    "status.to": ({ after }) => ({ optionId: after?.["status"], fieldId: "status" }),
  }),
  starts({ from, to }, { before, after }) {
    if (to === null || !after || !("status" in after)) return false;
    const [was, is] = [before?.["status"] ?? null, after["status"] ?? null];
    const isAmong = (list: readonly string[], value: unknown) => list.length === 0 || list.some((id) => id === value);
    return was !== is && isAmong(from, was) && isAmong(to, is);
  },
  problems({ from, to }, type) {
    const field = type.fields.find(({ id }) => id === "status");
    if (!field) return [{ path: "", message: "automations.problem.noStatus" }];
    const known = new Set(field.options.map(({ id }) => id));
    if (to === null) return [{ path: "to", message: "automations.problem.chooseStatus" }];
    return (["from", "to"] as const).flatMap((path) =>
      (path === "from" ? from : to).every((id) => known.has(id)) ? [] : [{ path, message: "automations.problem.option" }],
    );
  },
});
