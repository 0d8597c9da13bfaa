/** Parameters of the address that belong to what is open above any page, such as the notifications. */
export const aboveKeys = ["notifications", "notificationsBy"] as const;

/** The search parameters that a page writes by itself, with those of what is open above it: writing them closes nothing. */
export function withAbove<Search extends object>(search: Search, now: object): Search {
  const above = Object.entries(now).filter(([key]) => aboveKeys.some((known) => known === key));
  return { ...search, ...Object.fromEntries(above) };
}
