import type { ActivityTarget } from "@kartis/core/imports/targets/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import type { ImportTarget } from "./target.ts";

/** Texts about a number of activities of the kind. */
export function useActivityWords(kind: ActivityTarget): ImportTarget["words"] {
  const t = useT();
  return {
    created: (count) => t(`imports.${kind}.created`, { count }),
    toCreate: (count) => t(`imports.${kind}.toCreate`, { count }),
    reverted: (count) => t(`imports.${kind}.reverted`, { count }),
    kept: (count) => t(`imports.${kind}.kept`, { count }),
    rows: (count) => (count === null ? t(`imports.${kind}.rows`) : t(`imports.${kind}.firstRows`, { count })),
  };
}
