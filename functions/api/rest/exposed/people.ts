import * as z from "zod";
import { Done } from "../answers/parts.ts";
import { Member, NamedMember, Role } from "../answers/people.ts";
import type { Exposures } from "../exposure.ts";

export const people = {
  "members.list": {
    method: "GET",
    path: "/members",
    tag: "People",
    summary: "List members by name and picture",
    output: z.array(NamedMember),
    example: () => ({}),
  },
  "members.details": {
    method: "GET",
    path: "/members/details",
    tag: "People",
    summary: "List members with their addresses and roles",
    output: z.array(Member),
    example: () => ({}),
  },
  "members.setRole": {
    method: "PATCH",
    path: "/members/{userId}",
    tag: "People",
    summary: "Give a member a role",
    output: Member,
    example: ({ userId, roleId }) => ({ userId, systemRole: "BASIC", roleId }),
  },
  "roles.list": {
    method: "GET",
    path: "/roles",
    tag: "People",
    summary: "List roles",
    output: z.array(Role),
    example: () => ({}),
  },
  "roles.create": {
    method: "POST",
    path: "/roles",
    tag: "People",
    summary: "Create a role",
    status: 201,
    output: Role,
    example: () => ({ name: "Support", grants: { "CARDS.read": "ORGANIZATION", "CARDS.update": "USER" } }),
  },
  "roles.update": {
    method: "PATCH",
    path: "/roles/{roleId}",
    tag: "People",
    summary: "Change a role",
    output: Role,
    example: ({ roleId }) => ({ roleId, expectedVersion: 1, description: "Answers customers" }),
  },
  "roles.remove": {
    method: "DELETE",
    path: "/roles/{roleId}",
    tag: "People",
    summary: "Delete a role that nobody has",
    output: Done,
    example: ({ roleId }) => ({ roleId }),
  },
} as const satisfies Exposures;
