import type { SavedView } from "@kartis/core/views/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { meOptions } from "../../../lib/session.ts";

type OwnedView = Pick<SavedView, "isPrivate" | "ownerId"> | undefined;
type Rights = Record<"create" | "update" | "delete", boolean>;

/** The person's permissions for a view, as far as the client knows: it only hides what the server would refuse. */
export const useMayChange = (view: OwnedView): Rights => useMayChangeAny()(view);

/** The same for any of several. */
export function useMayChangeAny(): (view: OwnedView) => Rights {
  const me = useQuery(meOptions()).data;
  return (view) => {
    const may = (action: keyof Rights): boolean => {
      const level = me?.permissions[`CARDS_TABLE_VIEWS.${action}`];
      if (!level || action === "create") return Boolean(level);
      return view?.ownerId === me?.user.id || (!view?.isPrivate && level !== "USER");
    };
    return { create: may("create"), update: may("update"), delete: may("delete") };
  };
}
