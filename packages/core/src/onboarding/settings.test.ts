import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardTypeProcedures } from "../cards/index.ts";
import { identityProcedures } from "../identity/index.ts";
import { errorShape } from "../kernel/error.ts";
import { findSettings } from "../organizations/index.ts";
import { onboardingProcedures } from "./index.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const get = named(onboardingProcedures, "organizations.settings");
const update = named(onboardingProcedures, "organizations.update");
const me = named(identityProcedures, "identity.me");
const shapeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => errorShape(error, "r"),
  );

it("settings are changed based on the version seen; each invalid number is named; a new name shows everywhere at once", async () => {
  const owner = await newOwner();
  const { version, phone: _, whatsappNumber: __, ...settings } = await owner.call(get, {});
  const asked = { ...settings, phone: "", whatsappNumber: "", expectedVersion: version };
  expect(await shapeOf(owner.call(update, { ...asked, name: " " }))).toMatchObject({
    fields: { name: "validation.organizationName" },
  });
  expect(await shapeOf(owner.call(update, { ...asked, phone: "nobody", whatsappNumber: "12" }))).toMatchObject({
    fields: { phone: expect.any(String), whatsappNumber: expect.any(String) },
  });
  expect(await shapeOf(owner.call(update, { ...asked, timeZone: "Mars/Olympus" }))).toMatchObject({
    fields: { timeZone: "validation.enum" },
  });
  const changed = await owner.call(update, { ...asked, name: "Renamed", whatsappNumber: "050-234-5678", region: "IL" });
  expect(changed).toMatchObject({ name: "Renamed", whatsappNumber: "+972502345678", version: version + 1 });
  expect(await owner.call(get, {})).toEqual(changed);
  expect((await owner.call(me, {})).memberships).toEqual([{ orgId: owner.orgId, name: "Renamed" }]);
  expect(await shapeOf(owner.call(update, asked))).toMatchObject({ messageKey: "errors.changedMeanwhile" });
});

it("an organization's region is its telephone's, else its founder's browser's, else its language's", async () => {
  const founded = async (input: object) => {
    const owner = await newOwner();
    const create = named(onboardingProcedures, "organizations.create");
    const { orgId } = await owner.call(create, { name: "Firm", language: "en", template: "empty", ...input });
    const { timeZone, region, currency, phone } = (await findSettings(orgId)) ?? expect.fail();
    return { timeZone, region, currency, phone };
  };
  const haifa = { timeZone: "Asia/Jerusalem", region: "IL" };
  const budapest = { timeZone: "Europe/Budapest", region: "HU", currency: "HUF" };
  expect(await founded({})).toMatchObject({ timeZone: "America/New_York", region: "US", currency: "USD" });
  expect(await founded(haifa)).toMatchObject({ ...haifa, currency: "ILS" });
  expect(await founded({ ...haifa, phone: "050-234-5678" })).toMatchObject({ ...haifa, phone: "+972502345678" });
  expect(await founded({ ...haifa, phone: "+36 30 123 4567" })).toMatchObject(budapest);
  expect(await founded({ timeZone: "Australia/Perth", region: "AU" })).toMatchObject({
    timeZone: "Australia/Perth",
    currency: "USD",
  });
  expect(await founded({ timeZone: "Europe/Paris", region: "FR" })).toMatchObject({ currency: "EUR" });
  for (const phone of ["nobody", "12345", "+972 1"])
    expect(await shapeOf(founded({ ...haifa, phone })), phone).toMatchObject({ fields: { phone: "validation.phone" } });
  expect(await founded({ ...haifa, phone: "*2700" })).toMatchObject({ phone: "*2700" });
});

it("the currency cannot change under existing amounts: none changes its meaning unnoticed", async () => {
  const owner = await newOwner({ template: "empty" });
  const { version, ...settings } = await owner.call(get, {});
  const asked = { ...settings, phone: "", whatsappNumber: "", expectedVersion: version, currency: "EUR" } as const;
  const field = { type: "currency", label: "Budget" } as const;
  await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: { name: "Project", pluralName: "Projects", hue: "blue", fields: [field] },
  });
  expect(await shapeOf(owner.call(update, asked))).toMatchObject({
    messageKey: "errors.currencyFollowed",
    params: { fields: "Budget (Project)" },
  });
  const other = await newOwner({ template: "sales" });
  const before = await other.call(get, {});
  const moved = { ...before, phone: "", whatsappNumber: "", expectedVersion: before.version, currency: "EUR" } as const;
  expect(await other.call(update, moved)).toMatchObject({ currency: "EUR" });
});

it("somebody founds as many organizations as they may need, and not one with each press of a button", async () => {
  const owner = await newOwner();
  const create = named(onboardingProcedures, "organizations.create");
  const founding = Array.from({ length: 15 }, () =>
    shapeOf(owner.call(create, { name: "Firm", language: "en", template: "empty" })),
  );
  const refused = (await Promise.all(founding)).filter((shape) => Object(shape)["code"] === "TOO_MANY_REQUESTS");
  // A count whose answer was lost is sent again, and counts twice.
  expect(refused.length).toBeGreaterThanOrEqual(5);
  expect(refused.length).toBeLessThan(10);
});
