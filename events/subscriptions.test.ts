import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { definitions } from "@kartis/core/activities/types/list.ts";
import { expect, it } from "vitest";
import * as z from "zod";
import { webhookSources } from "@kartis/core/provider-events/schema.ts";
import { compilePattern } from "@kartis/local/eventbridge/pattern.ts";
import { subscriptions } from "./subscriptions.ts";

it("what becomes a notification of an activity is delivered to where notifications are made", () => {
  const source = readFileSync(fileURLToPath(import.meta.resolve("@kartis/core/activities/notices.ts")), "utf8");
  const actions = [...source.matchAll(/case "([a-z]+\.[a-zA-Z]+)":/g)].map(([, action]) => action);
  expect(actions).toContain("meeting.rsvp");
  const delivered = JSON.stringify(subscriptions.find(({ name }) => name === "notifications-on-change"));
  expect(actions.filter((action) => !delivered.includes(`"${action}"`))).toEqual([]);
});

it("everything that follows from changes of activities is called for every type of them", () => {
  const Pattern = z.object({ detail: z.object({ actions: z.array(z.string()) }) });
  const actionsOf = (name: string): readonly string[] => {
    const from = subscriptions.find((one) => one.name === name)?.from;
    return from && "pattern" in from ? Pattern.parse(from.pattern).detail.actions : [];
  };
  for (const [type, { actions }] of Object.entries(definitions)) {
    const { create, restore, purge, delete: trash } = actions;
    expect(actionsOf("plans-on-used"), type).toEqual(expect.arrayContaining([create, restore, trash, purge]));
    expect(actionsOf("cards-on-trashed"), type).toContain(trash);
    expect(actionsOf("files-on-purged"), type).toContain(purge);
    expect(actionsOf("reminders-on-changed"), type).toEqual(expect.arrayContaining(Object.values(actions)));
  }
});

it("a provider's call starts the consumer of that provider's calls, and no other's", () => {
  const ownOf = {
    sms: "sms-on-delivered",
    smsAnswer: "sms-on-answered",
    whatsapp: "whatsapp-on-received",
    incoming: "incoming-webhooks-on-received",
    gmail: "gmail-on-received",
    voip: "voip-on-reported",
  };
  for (const source of webhookSources) {
    const event = { source: "kartis.journal", detail: { actions: ["webhook.receive"], purposes: [], sources: [source] } };
    const called = subscriptions.flatMap(({ name, from }) =>
      "pattern" in from && compilePattern(from.pattern)(event) ? [name] : [],
    );
    expect(called.filter((name) => Object.values(ownOf).includes(name))).toEqual([ownOf[source]]);
  }
});
