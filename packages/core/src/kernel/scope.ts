import type { UserId } from "./id.ts";

/**
 * What of a kind of thing the actor may see: everything of the organization, or what these people own or are assigned. One value, compiled to
 * SQL for everything that lists and to a predicate for reads by key; a property test holds the two equal.
 */
export type Scope =
  | { readonly kind: "organization" }
  | {
      readonly kind: "people";
      readonly userIds: readonly UserId[];
      /** What the actor sees, where that is more than the right in question reaches: of that they may be told why not. */
      readonly seen?: Scope;
    };

/** All that an actor with this scope sees. */
export const seenIn = (scope: Scope): Scope => (scope.kind === "people" ? (scope.seen ?? scope) : scope);
