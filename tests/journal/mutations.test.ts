import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import { type JournalAction, journalActions } from "@kartis/core/data/journal.ts";
import { isOf } from "@kartis/core/data/payloads.ts";
import { unrecordedReasons } from "@kartis/core/data/recording.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newOwner } from "../support/people.ts";
import { automations } from "./mutations/automations.ts";
import { people } from "./mutations/people.ts";
import { organization } from "./mutations/organization.ts";
import { cards } from "./mutations/cards.ts";
import { activities } from "./mutations/activities.ts";
import { type Case, closeWorld, type Mutation, type ofNoOrganization, openWorld } from "./mutations/world.ts";

const cases: Readonly<Record<Mutation, Case | typeof ofNoOrganization>> = {
  ...people,
  ...organization,
  ...cards,
  ...activities,
  ...automations,
};

beforeAll(openWorld);
afterAll(closeWorld);

const isAction = (record: string): record is JournalAction => journalActions.some((action) => action === record);
const idsOf = async (orgId: OrgId) => new Set((await latestRecords(orgId, 50, null)).map(({ id }) => id));

describe("every mutation", () => {
  const calls = Object.entries(cases).flatMap(([name, one]) => (typeof one === "string" ? [] : [[name, one] as const]));

  it.each(calls)("%s", async (_, { record, prepare }) => {
    const owner = await newOwner({ template: "empty" });
    const ready = await prepare(owner);
    const before = await idsOf(ready.orgId ?? owner.orgId);
    await ready();
    const records = await latestRecords(ready.orgId ?? owner.orgId, 50, null);
    const changes = records.filter(({ id }) => !before.has(id)).flatMap((each) => each.changes);
    for (const change of changes) expect(isOf(change, [change.action])).toBe(true);
    const actions = changes.map(({ action }) => action);
    if (isAction(record)) expect(actions).toContain(record);
    else {
      expect(actions).toEqual([]);
      expect(unrecordedReasons[record]).toMatch(/\w+ \w+/);
    }
  });

  it("is there, or is declared to be of no organization", () => {
    const mutations = procedures.flatMap(({ kind, name }) => (kind === "mutation" ? [name] : []));
    expect(Object.keys(cases).toSorted()).toEqual(mutations.toSorted());
  });
});
