import { expect, it } from "vitest";
import { isShown, type MemberFilter } from "./filter.ts";

const member = {
  userId: "usr_01ARZ3NDEKTSV4RRFFQ69G5FAV" as const,
  name: "Dana Levi",
  email: "dana@meridian.example",
  systemRole: "BASIC" as const,
  roleId: "rol_01ARZ3NDEKTSV4RRFFQ69G5FAV" as const,
  avatarId: null,
  voipExtension: null,
  joinedAt: "2026-01-01T00:00:00.000Z",
  invitedAt: null,
  lastActiveAt: null,
  suspendedAt: null,
  version: 1,
};

it.each<[string, MemberFilter, boolean]>([
  ["nothing asked", {}, true],
  ["parts of the name and of the address", { search: "LEVI meridian" }, true],
  ["a word that is in neither", { search: "dana cohen" }, false],
  ["the role", { role: member.roleId }, true],
  ["the system role", { role: "BASIC" }, true],
  ["another role", { role: "ADMIN" }, false],
  ["no role", { role: "none" }, false],
  ["the state", { state: "member" }, true],
  ["another state", { state: "suspended" }, false],
])("a member is looked for by %s", (_, filter, shown) => {
  expect(isShown(member, filter)).toBe(shown);
});

it("a suspended member is found as one", () => {
  const suspended = { ...member, suspendedAt: "2026-02-01T00:00:00.000Z" };
  expect(isShown(suspended, { state: "suspended" })).toBe(true);
  expect(isShown(suspended, { state: "member" })).toBe(false);
});
