import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { subscriptions } from "./subscriptions.ts";

it("what becomes a notification of an activity is delivered to where notifications are made", () => {
  const source = readFileSync(fileURLToPath(import.meta.resolve("@kartis/core/activities/notices.ts")), "utf8");
  const actions = [...source.matchAll(/case "([a-z]+\.[a-zA-Z]+)":/g)].map(([, action]) => action);
  expect(actions).toContain("meeting.rsvp");
  const delivered = JSON.stringify(subscriptions.find(({ name }) => name === "notifications-on-change"));
  expect(actions.filter((action) => !delivered.includes(`"${action}"`))).toEqual([]);
});
