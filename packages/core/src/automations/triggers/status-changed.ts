import * as z from "zod";
import { trigger } from "./definition.ts";

const statuses = z.array(z.string().max(64)).max(100).default([]);

/** The card's status has changed: from one of some statuses, or any; to one of some, or any. */
export const statusChanged = trigger({
  config: z.object({ from: statuses, to: statuses }),
  on: ["card.update"],
  starts({ from, to }, { before, after }) {
    if (!after || !("status" in after)) return false;
    const [was, is] = [before?.["status"] ?? null, after["status"] ?? null];
    const isAmong = (list: readonly string[], value: unknown) => list.length === 0 || list.some((id) => id === value);
    return was !== is && isAmong(from, was) && isAmong(to, is);
  },
  problems({ from, to }, type) {
    const field = type.fields.find(({ id }) => id === "status");
    if (!field) return [{ path: "", message: "automations.problem.noStatus" }];
    const known = new Set(field.options.map(({ id }) => id));
    return (["from", "to"] as const).flatMap((path) =>
      (path === "from" ? from : to).every((id) => known.has(id)) ? [] : [{ path, message: "automations.problem.option" }],
    );
  },
});
