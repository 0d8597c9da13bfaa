import type { SavedView } from "@kartis/core/views/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { meOptions } from "../../../lib/session.ts";

/** The person's permissions for a view, as far as the client knows: it only hides what the server would refuse. */
export function useMayChange(
  view: Pick<SavedView, "isPrivate" | "ownerId"> | undefined,
): Record<"create" | "update" | "delete", boolean> {
  const me = useQuery(meOptions()).data;
  const may = (action: "create" | "update" | "delete"): boolean => {
    const level = me?.permissions[`CARDS_TABLE_VIEWS.${action}`];
    if (!level || action === "create") return Boolean(level);
    return view?.ownerId === me?.user.id || (!view?.isPrivate && level !== "USER");
  };
  return { create: may("create"), update: may("update"), delete: may("delete") };
}
