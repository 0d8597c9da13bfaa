import { useRouterState } from "@tanstack/react-router";

export type Area = "cards" | "settings" | "admin";

/** Which part of the product the address is in: the panel lists its places. */
export function useArea(): Area {
  return useRouterState({ select: ({ location }) => areaOf(location.pathname) });
}

function areaOf(path: string): Area {
  return path.startsWith("/settings") ? "settings" : path.startsWith("/admin-console") ? "admin" : "cards";
}
