import type { UserId } from "./id.ts";

/** By type: fields that assign cards of the type to the people in them. The owner, which always does, is not included. */
export type AssigningFields = ReadonlyMap<string, readonly string[]>;

/**
 * Subjects of a kind that the actor may see: everything of the organization, or what these people own or are assigned. One value, compiled to SQL for
 * everything that lists and to a predicate for reads by key; a property test holds the two equal.
 */
export type Scope =
  | { readonly kind: "organization" }
  | {
      readonly kind: "people";
      readonly userIds: readonly UserId[];
      /** Absent where only ownership counts. */
      readonly assigning?: AssigningFields;
      /** Scope that the actor can see, if larger than that of the permission: for those, a refusal may state its reason. */
      readonly seen?: Scope;
    };

/** Everything that an actor with this scope can see. */
export const seenIn = (scope: Scope): Scope => (scope.kind === "people" ? (scope.seen ?? scope) : scope);
