import { useQuery } from "@tanstack/react-query";
import { useCan } from "../../lib/permissions.ts";
import { meOptions } from "../../lib/session.ts";

/** Whether the plan includes telephony. */
export const useHasTelephony = (): boolean => useQuery(meOptions()).data?.plan?.capabilities.includes("telephony") ?? false;

/** Whether the plan includes telephony and the person may see calls. */
export function useMayUseVoip(): boolean {
  const can = useCan();
  return useHasTelephony() && can(["COMMENTS", "read"]);
}
