import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardTypeProcedures } from "../cards/index.ts";
import { identityProcedures } from "../identity/index.ts";
import { errorShape } from "../kernel/error.ts";
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

it("settings are changed on the version that was seen; each wrong number is named; a new name is everywhere at once", async () => {
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

it("the currency stays while amounts follow it: none changes its meaning unasked", async () => {
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
