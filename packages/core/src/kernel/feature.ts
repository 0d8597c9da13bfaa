/**
 * Features that are on for some organizations, off by default (SPEC section 2: routes behind a feature flag). One line here and its name in the admin console's
 * catalogue; a flag is listed as soon as something is behind it.
 */
export const features = ["dashboard", "content-templates", "chats"] as const;
export type Feature = (typeof features)[number];

const known: ReadonlySet<string> = new Set(features);
/** True for an existing flag: organizations may still have one that is gone. */
export const isFeature = (name: string): name is Feature => known.has(name);
