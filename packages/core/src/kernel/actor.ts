import { KartisError } from "./error.ts";
import type { Id, OrgId, RoleId, SessionId, UserId } from "./id.ts";
import type { Feature } from "./feature.ts";
import { allGrants, type Grants } from "./permission.ts";
import type { Currency } from "./money.ts";
import type { PlanState } from "./plan.ts";
import type { PresetNames } from "./preset-names.ts";

/** Organization settings that nearly every call needs; read together with the membership to save a read. */
export interface OrganizationSettings {
  readonly currency: Currency;
  /** ISO 3166 country whose phone numbers need no country code. */
  readonly region: string;
  /** A tz database name: decides where the organization's days begin and end. */
  readonly timeZone: string;
}

/** A person's membership of an organization: their rights there, and its plan. */
export interface Membership {
  readonly orgId: OrgId;
  readonly systemRole: "OWNER" | "ADMIN" | "BASIC";
  readonly roleId: RoleId | null;
  readonly grants: Grants;
  /** Set while an owner or administrator previews the organization as a role; `grants` are then the role's. */
  readonly viewAs?: { readonly roleId: RoleId; readonly name: string; readonly presets?: PresetNames };
  readonly plan: PlanState;
  readonly features: readonly Feature[];
  readonly settings: OrganizationSettings;
  /** Set for non-members: the parent organization they act through. */
  readonly through?: { readonly orgId: OrgId; readonly name: string };
  /** Set where the organization requires two-step sign-in: of every session that began after this instant. */
  readonly requiresTwoStepSince?: string;
}

/** A platform admin acting as a customer's member, for a reason shown in the customer's journal, until an instant. */
export interface Impersonation {
  readonly by: UserId;
  readonly until: string;
}

/** The actor of a call. Every procedure, consumer and test acts as one of these. */
export type Actor =
  | { readonly kind: "anonymous" }
  | {
      readonly kind: "user";
      readonly userId: UserId;
      readonly sessionId: SessionId;
      readonly membership: Membership | null;
      /** The organization that requires two-step sign-in before it can be opened; `membership` is null until the person has set it up. */
      readonly twoStepFor?: OrgId;
      /** May work in the admin console. */
      readonly isPlatformAdmin?: boolean;
      /** Set while a platform admin acts as this member. */
      readonly impersonation?: Impersonation;
    }
  | { readonly kind: "token"; readonly tokenId: Id<"tkn">; readonly userId: UserId; readonly membership: Membership }
  | { readonly kind: "guest"; readonly guestId: Id<"gst">; readonly orgId: OrgId }
  /** An automation acts with the rights of whoever has published it. */
  | { readonly kind: "automation"; readonly automationId: Id<"aut">; readonly userId: UserId; readonly membership: Membership }
  /** An incoming webhook acts with the rights of whoever changed it last. */
  | { readonly kind: "webhook"; readonly webhookId: Id<"inw">; readonly userId: UserId; readonly membership: Membership }
  /** So does a lead form. */
  | { readonly kind: "form"; readonly formId: Id<"frm">; readonly userId: UserId; readonly membership: Membership }
  | { readonly kind: "system"; readonly orgId: OrgId | null; readonly reason: string };

/** An actor seen from inside one organization. */
export interface Principal {
  readonly orgId: OrgId;
  /** Null for actors that are not people. */
  readonly userId: UserId | null;
  /** Null for actors that are not people. */
  readonly systemRole: Membership["systemRole"] | null;
  readonly roleId: RoleId | null;
  readonly grants: Grants;
  /** Null where no plan limits the actor: the system finishes what was begun. */
  readonly plan: PlanState | null;
  /** Null where none limits the actor, as with the plan. */
  readonly features: readonly Feature[] | null;
  /** Null for actors without a membership; the domain then reads them. */
  readonly settings: OrganizationSettings | null;
  /** Same as in the membership. */
  readonly through?: Membership["through"];
}

/** The actor, as the journal stores it. */
export interface ActorRef {
  readonly kind: Actor["kind"];
  readonly id: string;
  /** The platform admin who acted as this person. */
  readonly impersonatedBy?: string;
}

/** The organization the actor acts in, and its rights there. Throws UNAUTHORIZED without an actor, and UNAUTHORIZED_NO_ORG for a person without an organization or not yet admitted to it. */
export function principalOf(actor: Actor): Principal {
  switch (actor.kind) {
    case "anonymous":
      throw new KartisError("UNAUTHORIZED");
    case "user":
      if (actor.twoStepFor)
        throw new KartisError("UNAUTHORIZED_NO_ORG", { messageKey: "errors.twoStepRequired", targetRoute: "/two-step" });
      if (!actor.membership) throw new KartisError("UNAUTHORIZED_NO_ORG", { targetRoute: "/welcome" });
      return { ...actor.membership, userId: actor.userId };
    case "token":
      return { ...actor.membership, userId: actor.userId };
    case "guest":
      return {
        orgId: actor.orgId,
        userId: null,
        systemRole: null,
        roleId: null,
        grants: {},
        plan: null,
        features: null,
        settings: null,
      };
    case "automation":
    case "webhook":
    case "form":
      return { ...actor.membership, userId: actor.userId };
    case "system":
      if (!actor.orgId) throw new KartisError("UNAUTHORIZED_NO_ORG");
      return {
        orgId: actor.orgId,
        userId: null,
        systemRole: null,
        roleId: null,
        grants: allGrants,
        plan: null,
        features: null,
        settings: null,
      };
  }
}

/** The actor's reference in the journal. */
export function actorRef(actor: Actor): ActorRef {
  switch (actor.kind) {
    case "anonymous":
      return { kind: "anonymous", id: "anonymous" };
    case "user":
      return {
        kind: "user",
        id: actor.userId,
        ...(actor.impersonation ? { impersonatedBy: actor.impersonation.by } : {}),
      };
    case "token":
      return { kind: "token", id: actor.tokenId };
    case "guest":
      return { kind: "guest", id: actor.guestId };
    case "automation":
      return { kind: "automation", id: actor.automationId };
    case "webhook":
      return { kind: "webhook", id: actor.webhookId };
    case "form":
      return { kind: "form", id: actor.formId };
    case "system":
      return { kind: "system", id: actor.reason };
  }
}

/** The system acting for an organization, for the reason that the journal will show. */
export const systemActor = (orgId: OrgId | null, reason: string): Actor => ({ kind: "system", orgId, reason });
