import { useRouterState } from "@tanstack/react-router";

export type Area = "cards" | "settings";

/** Which part of the product the address is in: the panel lists its places. */
export function useArea(): Area {
  return useRouterState({ select: ({ location }) => (location.pathname.startsWith("/settings") ? "settings" : "cards") });
}
