import { useT } from "../../../lib/i18n.tsx";
import { useNameOf } from "../../people/people.ts";
import type { Version } from "../templates.ts";

/** Who made a version, by name; what is not a person, by what it is. */
export function useChangedBy(): (version: Pick<Version, "userId" | "actorKind">) => string {
  const t = useT();
  const nameOf = useNameOf();
  return ({ userId, actorKind }) => (userId ? nameOf(userId) : (t.find(`audit.actor.${actorKind}`) ?? t("audit.actor.system")));
}
