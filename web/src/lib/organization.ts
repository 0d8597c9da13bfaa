import { useQuery } from "@tanstack/react-query";
import { meOptions } from "./session.ts";

/** The country that a telephone number without a country code belongs to. */
export function useRegion(): string {
  return useQuery(meOptions()).data?.organization?.region ?? "";
}

/** The organization's time zone, in which instants are shown and entered. */
export function useTimeZone(): string {
  return useQuery(meOptions()).data?.organization?.timeZone ?? "UTC";
}
