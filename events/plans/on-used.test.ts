import { watchedActions } from "@kartis/core/limit-warnings/triggers.ts";
import { expect, it } from "vitest";
import { subscriptions } from "../subscriptions.ts";

it("is called for every action that moves a meter, and for no other", () => {
  const subscription =
    subscriptions.find((one): one is Extract<typeof one, { name: "plans-on-used" }> => one.name === "plans-on-used") ??
    expect.fail();
  expect([...subscription.from.pattern.detail.actions].toSorted()).toEqual([...watchedActions].toSorted());
});
