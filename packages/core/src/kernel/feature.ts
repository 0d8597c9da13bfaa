/**
 * What is switched on for one organization and not for another, off by default (SPEC section 2: routes behind a feature flag). One line here and its name
 * in the admin console's words; a flag is listed from the day that something is behind it.
 */
export const features = ["dashboard"] as const;
export type Feature = (typeof features)[number];

const known: ReadonlySet<string> = new Set(features);
/** True for a flag that there is: organizations may have kept the name of one that is gone. */
export const isFeature = (name: string): name is Feature => known.has(name);
