import { useRouterState } from "@tanstack/react-router";

export type Area = "cards" | "settings" | "admin";

/** What the addresses of the cards begin with. */
export const cardPrefixes = ["/cards", "/favorites", "/recent"] as const;

/** Which part of the product the address is in: the panel lists its places. */
export function useArea(): Area {
  return useRouterState({ select: ({ location }) => areaOf(location.pathname) });
}

function areaOf(path: string): Area {
  return path.startsWith("/settings") ? "settings" : path.startsWith("/admin-console") ? "admin" : "cards";
}
