import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { arriveLive, call, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("an organization is renamed and set up, and its owner switches to another", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const first = (await call(page, app.origin, "identity.me", {})) as { organization: { id: string } };
  await call(page, app.origin, "organizations.create", { name: "Second Firm", language: "en", template: "empty" });
  const second = (await call(page, app.origin, "identity.me", {})) as { organization: { id: string } };

  await page.goto(`${app.origin}/settings/organization`);
  const name = page.getByRole("textbox", { name: "Organization name" });
  await name.fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Organization name is required").waitFor();
  await name.fill("Renamed Firm");
  await page.getByRole("textbox", { name: "WhatsApp number" }).fill("nobody");
  await page.getByRole("button", { name: "Save" }).click();
  await page
    .locator("[aria-invalid=true]")
    .and(page.getByRole("textbox", { name: "WhatsApp number" }))
    .waitFor();
  await page.getByRole("textbox", { name: "WhatsApp number" }).fill("+972 50 234 5678");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Renamed Firm" }).click();
  await page.getByRole("menuitemradio", { name: "Meridian Solar" }).click();
  await page.waitForURL(/\/cards/);
  await page.getByRole("button", { name: "Meridian Solar" }).waitFor();
  await page.goto(`${app.origin}/switch-org/org_01ARZ3NDEKTSV4RRFFQ69G5FAV`);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  // As links in mails lead there: whichever of them one works in.
  await page.goto(`${app.origin}/switch-org/${second.organization.id}?next=${encodeURIComponent("/tasks?list=team")}`);
  await page.waitForURL(/\/tasks\?list=team/);
  await page.getByRole("button", { name: "Renamed Firm" }).waitFor();
  await page.goto(`${app.origin}/switch-org/${first.organization.id}`);
  await page.waitForURL(/\/cards/);
  expect(complaints).toEqual([]);
}, 120_000);

it("a settings form that fails shows one red notice, and the errors at its fields", async () => {
  const { page } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/settings/organization`);
  const notices = page.getByRole("alert").filter({ hasText: "Invalid phone number" });
  const phone = page.getByRole("textbox", { name: "Phone" });
  const save = page.getByRole("button", { name: "Save" });
  await phone.fill("nobody");
  await save.click();
  await page.locator("[aria-invalid=true]").and(phone).waitFor();
  await notices.waitFor();
  await expect.poll(() => phone.evaluate((field) => field === document.activeElement)).toBe(true);
  await phone.fill("no one");
  await save.click();
  await page.locator("[aria-invalid=true]").and(phone).waitFor();
  expect(await notices.count()).toBe(1);
  await keepPicture(page, "organization-form-failed");
}, 120_000);

it("settings saved by somebody else meanwhile are merged in without losing what was typed", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/settings/organization`);
  await page.getByRole("textbox", { name: "Organization name" }).fill("Typed here");
  const settings = (await call(page, app.origin, "organizations.settings", {})) as { version: number };
  await call(page, app.origin, "organizations.update", {
    ...settings,
    expectedVersion: settings.version,
    name: "Saved there",
    phone: "+972502345678",
    whatsappNumber: "",
  });
  // By key: the button is disabled if the page has heard of the other's change already.
  await page.keyboard.press("ControlOrMeta+s");
  await page.getByText("Someone else changed these settings while you were editing.").waitFor();
  await page.getByRole("button", { name: "Load them and keep my changes" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Phone" }).inputValue()).toBe("+972 50 234 5678");
  expect(await page.getByRole("textbox", { name: "Organization name" }).inputValue()).toBe("Typed here");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const saved = await call(page, app.origin, "organizations.settings", {});
  expect(saved).toMatchObject({ name: "Typed here", phone: "+972502345678" });
  expect(complaints).toEqual([]);
}, 120_000);

it("an owner deletes an organization by typing its name, and continues in the next one", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await call(page, app.origin, "organizations.create", { name: "Short-lived", language: "en", template: "empty" });
  await arriveLive(page, () => page.goto(`${app.origin}/settings/organization`));
  await page.getByRole("button", { name: "Delete organization" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete Short-lived" });
  await dialog.getByText("0 cards").waitFor();
  await dialog.getByRole("button", { name: "Delete organization" }).click();
  await dialog.getByText("This is not the name").waitFor();
  await dialog.getByRole("textbox", { name: /^Type the name/ }).fill("Short-lived");
  await dialog.getByRole("button", { name: "Delete organization" }).click();
  await page.waitForURL(/\/cards/);
  await page.getByText("Short-lived was deleted").waitFor();
  const { memberships } = (await call(page, app.origin, "identity.me", {})) as { memberships: { name: string }[] };
  expect(memberships.map(({ name }) => name)).toEqual(["Meridian Solar"]);

  await arriveLive(page, () => page.goto(`${app.origin}/settings/organization`));
  await page.getByRole("button", { name: "Delete organization" }).click();
  await page.getByRole("textbox", { name: /^Type the name/ }).fill("Meridian Solar");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete organization" }).click();
  await page.waitForURL(/\/welcome/);
  expect(complaints).toEqual([]);
}, 120_000);

it("a parent's administrator works in a child with the role granted, until the child revokes it", async () => {
  const [parent, child] = [await app.open(), await app.open()];
  await settle(parent.page, app.origin);
  await settle(child.page, app.origin);
  const me = (await call(child.page, app.origin, "identity.me", {})) as { organization: { id: string } };
  const settings = (await call(child.page, app.origin, "organizations.settings", {})) as { version: number };
  await call(child.page, app.origin, "organizations.update", {
    ...settings,
    expectedVersion: settings.version,
    name: "Meridian North",
    phone: "",
    whatsappNumber: "",
  });

  await parent.page.goto(`${app.origin}/settings/organization`);
  await parent.page.getByRole("button", { name: "Connect an organization" }).click();
  const code = (await parent.page.getByRole("status", { name: "Code" }).textContent()) ?? "";
  await parent.page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();

  await child.page.goto(`${app.origin}/settings/organization`);
  await child.page.getByRole("button", { name: "Connect to a parent" }).click();
  const dialog = child.page.getByRole("dialog", { name: "Connect to a parent" });
  await dialog.getByRole("textbox", { name: "Code" }).fill("wrong");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("A code has 16 letters and digits").waitFor();
  await dialog.getByRole("textbox", { name: "Code" }).fill(code);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("Meridian Solar becomes the parent of this organization.").waitFor();
  await dialog.getByRole("button", { name: "Connect to a parent" }).click();
  await child.page.getByText("No one in the parent organization has access.").waitFor();

  await parent.page.reload();
  await parent.page.getByRole("button", { name: /Access of Owner to Meridian North/ }).click();
  await parent.page.getByRole("option", { name: "Read Only User" }).click();
  await parent.page.getByRole("button", { name: /Read Only User.*Access of Owner to Meridian North/ }).waitFor();
  await parent.page.reload();
  await parent.page.getByRole("button", { name: "Meridian Solar", exact: true }).click();
  await parent.page.getByRole("menuitemradio", { name: "Meridian North" }).click();
  await parent.page.waitForURL(/\/cards/);
  await parent.page.getByRole("button", { name: "Meridian North", exact: true }).waitFor();

  await child.page.reload();
  await child.page.getByText("as Read Only User").waitFor();
  await child.page.getByText("Noa Adler (Meridian Solar)").waitFor();
  await child.page.getByRole("button", { name: "Revoke" }).click();
  await child.page.getByRole("button", { name: "Allow again" }).waitFor();
  const { organization } = (await call(parent.page, app.origin, "identity.me", {})) as { organization: { id: string } };
  expect(organization.id).not.toBe(me.organization.id);
  expect([...parent.complaints, ...child.complaints]).toEqual([]);
}, 120_000);
