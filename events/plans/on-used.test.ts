import { watchedActions } from "@kartis/core/limit-warnings/triggers.ts";
import { expect, it } from "vitest";
import { planActions, subscriptions } from "../subscriptions.ts";

it("is called for every action that moves a meter, and for no other", () => {
  expect(subscriptions.find(({ name }) => name === "plans-on-used")?.from).toMatchObject({
    pattern: { detail: { actions: planActions } },
  });
  expect([...planActions].toSorted()).toEqual([...watchedActions].toSorted());
});
