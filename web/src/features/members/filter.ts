import { fold } from "@kartis/core/kernel/fold.ts";
import { useRouter, useSearch } from "@tanstack/react-router";
import type { Invitation, Member } from "./members.ts";

export const memberStates = ["member", "suspended", "invited", "expired"] as const;
export type MemberState = (typeof memberStates)[number];

/** State of the page in its address, so that it can be shared and Back restores it. */
export interface MemberFilter {
  readonly search?: string | undefined;
  /** A role's id, a system role, or `none`. */
  readonly role?: string | undefined;
  readonly state?: MemberState | undefined;
}

export const stateOf = (one: Member | Invitation): MemberState =>
  "userId" in one ? (one.suspendedAt ? "suspended" : "member") : one.isExpired ? "expired" : "invited";

/** Whether the member or the invitation matches the filter. Every word of the search must occur in the name or the address. */
export function isShown(one: Member | Invitation, { search = "", role, state }: MemberFilter): boolean {
  const text = fold(`${"name" in one ? one.name : ""} ${one.email}`);
  const words = fold(search).split(/\s+/).filter(Boolean);
  const hasRole =
    !role || one.roleId === role || one.systemRole === role || (role === "none" && !one.roleId && one.systemRole === "BASIC");
  return hasRole && (!state || stateOf(one) === state) && words.every((word) => text.includes(word));
}

const textIn = (value: unknown): string | undefined =>
  (typeof value === "string" || typeof value === "number") && value !== "" ? String(value) : undefined;

export function useMemberFilter(): [MemberFilter, (change: MemberFilter) => void] {
  const router = useRouter();
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const state = memberStates.find((each) => each === raw["state"]);
  const filter: MemberFilter = { search: textIn(raw["search"]), role: textIn(raw["role"]), state };

  // Back leads to the page before, not through every letter of a search.
  function set(change: MemberFilter) {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined && value !== "");
    void router.navigate({ to: "/settings/members", search: Object.fromEntries(next), replace: true, resetScroll: false });
  }
  return [filter, set];
}
