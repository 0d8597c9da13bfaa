import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newId, type UserId } from "../kernel/id.ts";
import type { Member } from "../organizations/index.ts";
import { ownerFor } from "./card-owners.ts";

const people = Array.from({ length: 4 }, () => newId("usr", 0));
const [ann, bob, cat, dan] = people as [UserId, UserId, UserId, UserId]; // four of them
const member = (userId: UserId, suspendedAt: string | null = null) => ({ userId, suspendedAt }) as Member; // nothing else of it is read
const members = [ann, bob, cat].map((userId) => member(userId));
const callIds = Array.from({ length: 600 }, (_, at) => newId("req", at).slice(4));

describe("the owner of a new card", () => {
  it("is the same for each attempt at a call, and one of those chosen", () => {
    fc.assert(
      fc.property(fc.string(), fc.subarray([ann, bob, cat, dan]), (callId, ownerIds) => {
        const owner = ownerFor(callId, ownerIds, members, dan);
        expect(ownerFor(callId, ownerIds, members, dan)).toBe(owner);
        const present = ownerIds.filter((id) => id !== dan);
        expect(present.length === 0 ? [dan] : present).toContain(owner);
      }),
    );
  });

  it("is each of several about as often", () => {
    const counts = Map.groupBy(callIds, (callId) => ownerFor(callId, [ann, bob, cat], members, dan));
    for (const one of [ann, bob, cat]) expect(counts.get(one)?.length).toBeGreaterThan(150);
  });

  it("is nobody who is suspended or has left", () => {
    const suspended = [member(ann, "2030-01-01T00:00:00.000Z"), member(bob)];
    for (const callId of callIds.slice(0, 50)) expect(ownerFor(callId, [ann, bob, cat], suspended, dan)).toBe(bob);
    expect(ownerFor("call", [ann], suspended, dan)).toBe(dan);
  });
});
