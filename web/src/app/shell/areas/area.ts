import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { meOptions } from "../../../lib/session.ts";

export type Area = "cards" | "tasks" | "calendar" | "dashboard" | "chats" | "voip" | "automations" | "settings" | "admin";

/** Path prefixes of the cards area. */
export const cardPrefixes = ["/cards", "/favorites", "/recent"] as const;

/** Area of the product that the address belongs to; the panel lists its places. */
export function useArea(): Area {
  const area = useRouterState({ select: ({ location }) => areaOf(location.pathname) });
  const { data: me } = useQuery(meOptions());
  // Where one of these is not switched on, its address leads nowhere.
  return (area === "dashboard" || area === "chats") && me && !me.features.includes(area) ? "cards" : area;
}

/** Whether the button for a new record may float over the page: not where the page has its own at its end, nor over what is shown as it was. */
export function useRoomToFloat(): boolean {
  return useRouterState({
    select: ({ location: { pathname, search } }) =>
      /^(?:cards|dashboard)$/.test(areaOf(pathname)) && !pathname.endsWith("/import") && !("asOf" in search),
  });
}

function areaOf(path: string): Area {
  if (path.startsWith("/settings")) return "settings";
  if (path.startsWith("/dashboard")) return "dashboard";
  if (path.startsWith("/chats")) return "chats";
  if (path.startsWith("/voip")) return "voip";
  if (path.startsWith("/automations")) return "automations";
  if (path.startsWith("/tasks")) return "tasks";
  if (path.startsWith("/calendar")) return "calendar";
  return path.startsWith("/admin-console") ? "admin" : "cards";
}
