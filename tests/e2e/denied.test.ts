import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailedInvitation } from "../support/mailbox.ts";
import { type App, type Seat, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { type Account, call, join, makeLeads, newAccount, settle, typeOf } from "./support/person.ts";

/** People with few permissions see why an action is denied where they would press, and nothing offered to them fails. */
let app: App;
let owner: Seat;
beforeAll(async () => {
  app = await startApp();
  owner = await app.open();
  await settle(owner.page, app.origin);
  await makeLeads(owner.page, app.origin, [
    { name: "Arbel Winery", price: 1_250_000, status: 0 },
    { name: "Galil Software", price: 990_000, status: 1 },
  ]);
});
afterAll(() => app.close());

interface Role {
  readonly id: string;
  readonly preset: string | null;
}

/** A member with that role, signed in in a browser whose failed requests are recorded. */
async function member(roleId: string, name: string): Promise<Watched> {
  const account: Account = { ...newAccount(), name };
  await call(owner.page, app.origin, "members.invite", {
    emails: [account.email],
    systemRole: "BASIC",
    roleId,
    language: "en",
  });
  const seat = await app.open();
  await join(seat.page, app.origin, account, "en");
  const token = (await mailedInvitation(app.origin, account.email)).split("/").at(-1);
  await call(seat.page, app.origin, "invitations.accept", { token });
  return watched(seat);
}

type Watched = Seat & { readonly failed: readonly string[] };

/** The browser, with what its pages ask for and are refused from now on. */
function watched(seat: Seat): Watched {
  const failed: string[] = [];
  seat.page.on("response", (response) => {
    if (response.url().includes("/api/") && response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  return { ...seat, failed };
}

async function roleOf(preset: string): Promise<Role> {
  const roles = (await call(owner.page, app.origin, "roles.list", {})) as Role[];
  return roles.find((role) => role.preset === preset) ?? expect.fail("no such role");
}

const reasonOf = async (page: Page, name: RegExp | string): Promise<string> => {
  const button = page.getByRole("button", { name }).and(page.locator("[aria-disabled=true]")).first();
  const id = await button.getAttribute("aria-describedby");
  return (await page.locator(`[id="${id}"]`).textContent()) ?? "";
};

const noRead = "You do not have permission to access this page";
const contact = "Please contact your organization administrator";

describe("a Read Only User", () => {
  let seat: Watched;
  beforeAll(async () => {
    seat = await member((await roleOf("READ_ONLY_USER")).id, "Ruth Reader");
  });

  it.each([
    "/cards/trash",
    "/tasks/trash",
    "/calendar/trash",
    "/cards/leads/import",
    "/settings/organization",
    "/settings/members",
    "/settings/roles-and-permissions",
    "/settings/plan-and-billing",
    "/settings/audit",
    "/settings/card-types",
    "/settings/api",
  ])("sees at %s that access is denied, and whom to ask", async (path) => {
    await seat.page.goto(`${app.origin}${path}`);
    await seat.page.getByText(noRead, { exact: true }).waitFor();
    await seat.page.getByText(contact, { exact: true }).waitFor();
  });

  it.each(["/cards", "/cards/leads", "/favorites", "/recent", "/settings", "/settings/user", "/settings/archive"])(
    "opens %s, and no request of the page is denied",
    async (path) => {
      await seat.page.goto(`${app.origin}${path}`);
      await seat.page.locator("main h1").first().waitFor();
      expect(await seat.page.locator("main").getByText(noRead, { exact: true }).count()).toBe(0);
    },
  );

  it("finds denied places disabled, with the reason", async () => {
    await seat.page.goto(`${app.origin}/settings`);
    await seat.page
      .getByRole("link", { name: new RegExp(`Members.*${noRead}`) })
      .first()
      .waitFor();
  });

  it("may not change a cell, add, import or delete, and sees why each time", async () => {
    const { page } = seat;
    await page.goto(`${app.origin}/cards/leads`);
    const row = page.getByRole("row", { name: /Arbel Winery/ });
    await row.waitFor();
    await row.getByRole("gridcell").nth(2).and(page.locator("[aria-readonly=true]")).waitFor();
    await row.getByRole("gridcell").nth(2).click();
    await page.keyboard.press("F2");
    await page.getByText("Your role does not let you change cards").first().waitFor();
    expect(await page.getByRole("grid").locator("input").count()).toBe(0);

    await page.getByRole("button", { name: "Import" }).and(page.locator("[aria-disabled=true]")).waitFor();
    expect(await reasonOf(page, "Import")).toContain("neither create nor change cards");
    await page.getByRole("button", { name: "New record" }).and(page.locator("[aria-disabled=true]")).first().waitFor();
    expect(await reasonOf(page, "New record")).toContain("does not let you create cards");

    await row.getByRole("checkbox").click();
    await page.getByRole("button", { name: "Delete" }).and(page.locator("[aria-disabled=true]")).waitFor();
    expect(await reasonOf(page, "Delete")).toContain("does not let you delete cards");
    expect(await reasonOf(page, "Edit fields")).toContain(contact);
  });

  it("sees a card read-only, with the reason given once", async () => {
    const { page } = seat;
    await page.goto(`${app.origin}/cards/leads`);
    await page
      .getByRole("row", { name: /Arbel Winery/ })
      .getByRole("link", { name: "Arbel Winery" })
      .click();
    await page.getByRole("note").getByText("Your role does not let you change cards").waitFor();
    expect(await page.getByRole("button", { name: /^Edit / }).count()).toBe(0);
    await page
      .getByRole("button", { name: /^Lead status: / })
      .and(page.locator("[aria-disabled=true]"))
      .waitFor();
    await page.getByRole("button", { name: "More" }).last().click();
    const deleting = page.getByRole("menuitem", { name: /^Delete/ });
    expect(await deleting.getAttribute("aria-disabled")).toBe("true");
    expect(await deleting.textContent()).toContain("Your role does not let you delete cards");
    await page.keyboard.press("Escape");
  });

  it("has caused no denied request and no console error", () => {
    expect(seat.failed).toEqual([]);
    expect(seat.complaints).toEqual([]);
  });
});

describe("somebody whose role may update only their own cards", () => {
  it("changes their own cards, and sees that another's is not theirs", async () => {
    const grants = { "CARDS.read": "ORGANIZATION", "CARDS.create": "USER", "CARDS.update": "USER", "CARDS.delete": "USER" };
    const role = (await call(owner.page, app.origin, "roles.create", {
      name: "Own cards",
      grants: { ...grants, "CARD_TYPES.read": "ORGANIZATION", "CARDS_TABLE_VIEWS.read": "ORGANIZATION" },
    })) as Role;
    const { page, failed, complaints } = await member(role.id, "Omer Own");
    const type = await typeOf(page, app.origin, "leads");
    await call(page, app.origin, "cards.create", { typeId: type.id, fields: { name: "Mine alone" } });

    await page.goto(`${app.origin}/cards/leads`);
    const [mine, other] = [/Mine alone/, /Galil Software/].map((name) => page.getByRole("row", { name }));
    await other?.waitFor();
    await other?.getByRole("gridcell").nth(2).and(page.locator("[aria-readonly=true]")).waitFor();
    expect(await mine?.getByRole("gridcell").nth(2).getAttribute("aria-readonly")).toBeNull();
    await other?.getByRole("gridcell").nth(2).click({ button: "right" });
    const trashing = page.getByRole("menuitem", { name: /trash/i });
    await trashing.waitFor();
    expect(await trashing.getAttribute("aria-disabled")).toBe("true");
    expect(await trashing.textContent()).toContain("only cards that are yours or assigned to you");
    await page.keyboard.press("Escape");

    await mine?.getByRole("link", { name: "Mine alone" }).click();
    await page.getByRole("button", { name: "Edit name" }).waitFor();
    expect(await page.getByRole("note").count()).toBe(0);
    expect(failed).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describe("somebody whose role reads cards, but no saved views", () => {
  let seat: Watched;
  beforeAll(async () => {
    const grants = { "CARDS.read": "ORGANIZATION", "CARD_TYPES.read": "ORGANIZATION" };
    const role = (await call(owner.page, app.origin, "roles.create", { name: "No views", grants })) as Role;
    seat = await member(role.id, "Vera Viewless");
  });

  it.each(["/cards", "/cards/leads", "/cards/leads?display=kanban", "/cards/leads?view=gone", "/settings/user"])(
    "opens %s, and no request of the page is denied",
    async (path) => {
      await seat.page.goto(`${app.origin}${path}`);
      await seat.page.locator("main h1").first().waitFor();
      await atRest(seat.page);
      expect(seat.failed).toEqual([]);
    },
  );

  it("opens a card's page and the palette", async () => {
    const { page } = seat;
    await page.goto(`${app.origin}/cards/leads`);
    await page
      .getByRole("row", { name: /Arbel Winery/ })
      .getByRole("link")
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await atRest(page);
    expect(seat.failed).toEqual([]);
  });
});

describe("a Sales Representative, who may update cards of their role and delete their own", () => {
  let seat: Watched;
  beforeAll(async () => {
    seat = await member((await roleOf("SALES_REPRESENTATIVE")).id, "Sam Seller");
    const { id } = await typeOf(owner.page, app.origin, "leads");
    const create = (page: Page, name: string) => call(page, app.origin, "cards.create", { typeId: id, fields: { name } });
    await create(seat.page, "Sold by Sam");
    const colleague = await member((await roleOf("SALES_REPRESENTATIVE")).id, "Sara Seller");
    await create(colleague.page, "Sold by Sara");
    await colleague.context.close();
  });

  it.each(["/settings/roles-and-permissions", "/settings/card-types", "/admin-console/organizations"])(
    "sees at %s that access is denied",
    async (path) => {
      await seat.page.goto(`${app.origin}${path}`);
      await seat.page.getByText(noRead, { exact: true }).waitFor();
      await seat.page.getByText(contact, { exact: true }).waitFor();
    },
  );

  it.each([
    "/cards/trash",
    "/cards/leads/import",
    "/settings/organization",
    "/settings/members",
    "/settings/plan-and-billing",
    "/settings/audit",
    "/settings/api",
    "/settings/archive",
  ])("opens %s, and no request of the page is denied", async (path) => {
    await seat.page.goto(`${app.origin}${path}`);
    await seat.page.locator("main h1").first().waitFor();
    await atRest(seat.page);
    expect(await seat.page.locator("main").getByText(noRead, { exact: true }).count()).toBe(0);
  });

  it("reads the organization's settings without a Save button, and sees who can change the plan", async () => {
    const { page } = seat;
    await page.goto(`${app.origin}/settings/organization`);
    await page.getByText("Your role lets you look at this, not change it.").waitFor();
    expect(await page.getByLabel("Organization name").getAttribute("readonly")).not.toBeNull();
    expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
    await page.goto(`${app.origin}/settings/plan-and-billing`);
    const buying = page.getByRole("button", { name: "Choose Pro" });
    await buying.waitFor();
    expect(await buying.isDisabled()).toBe(true);
    await page.getByText("Only the owner or an admin can change the plan").first().waitFor();
  });

  it("changes but cannot delete a colleague's card, and can do neither with a card of another role", async () => {
    const { page } = seat;
    await page.goto(`${app.origin}/cards/leads`);
    const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
    await row("Sold by Sara").waitFor();
    const isFixed = (name: string) => row(name).getByRole("gridcell").nth(2).getAttribute("aria-readonly");
    // Who has which role comes after the list.
    await expect.poll(() => isFixed("Galil Software")).toBe("true");
    expect([await isFixed("Sold by Sam"), await isFixed("Sold by Sara")]).toEqual([null, null]);
    for (const [name, reason] of [
      ["Sold by Sam", null],
      ["Sold by Sara", "only cards that are yours or assigned to you"],
      ["Galil Software", "only cards that are yours or assigned to you"],
    ] as const) {
      await row(name).getByRole("gridcell").nth(2).click({ button: "right" });
      const trashing = page.getByRole("menuitem", { name: /trash/i });
      await trashing.waitFor();
      expect(await trashing.getAttribute("aria-disabled")).toBe(reason === null ? null : "true");
      if (reason !== null) expect(await trashing.textContent()).toContain(reason);
      await page.keyboard.press("Escape");
      await trashing.waitFor({ state: "detached" });
    }
  });

  it("changes many at once, and sees which ones their role may not change", async () => {
    const { page } = seat;
    await page.goto(`${app.origin}/cards/leads`);
    await page
      .getByRole("row", { name: /Galil Software/ })
      .getByRole("checkbox")
      .click();
    await page
      .getByRole("row", { name: /Sold by Sara/ })
      .getByRole("checkbox")
      .click();
    expect(await reasonOf(page, "Delete")).toContain("only cards that are yours or assigned to you");
    await page.getByRole("button", { name: "Edit fields" }).click();
    const dialog = page.getByRole("dialog");
    await page.getByRole("menuitem", { name: "Price" }).click();
    await dialog.getByRole("textbox", { name: "Price" }).fill("777");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText("1 card changes").waitFor();
    await dialog.getByText("Your role lets you see this card, but not do this with it").waitFor();
    await dialog.getByText("Galil Software").first().waitFor();
    await page.keyboard.press("Escape");
  });

  it("merges with a card they may not delete only if that card survives", async () => {
    const { page } = seat;
    await page.goto(`${app.origin}/cards/leads`);
    await page
      .getByRole("row", { name: /Sold by Sam/ })
      .getByRole("checkbox")
      .click();
    await page
      .getByRole("row", { name: /Sold by Sara/ })
      .getByRole("checkbox")
      .click();
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^Only Sold by Sara can stay/).waitFor();
    const radios = dialog.getByRole("row").first().getByRole("radio");
    expect(
      await radios.evaluateAll((all) => all.map((one) => one instanceof HTMLInputElement && [one.checked, one.disabled])),
    ).toEqual(
      expect.arrayContaining([
        [true, false],
        [false, true],
      ]),
    );
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Clear selection" }).click();
    await page
      .getByRole("row", { name: /Galil Software/ })
      .getByRole("checkbox")
      .click();
    await page
      .getByRole("row", { name: /Sold by Sara/ })
      .getByRole("checkbox")
      .click();
    await page.getByRole("button", { name: "Merge" }).and(page.locator("[aria-disabled=true]")).waitFor();
    expect(await reasonOf(page, "Merge")).toContain(contact);
  });

  it("has caused no denied request and no console error", () => {
    expect(seat.failed).toEqual([]);
    expect(seat.complaints).toEqual([]);
  });
});

describe("somebody who may update card types and cards, but not fields or layouts, nor create cards", () => {
  let seat: Watched;
  let typeId: string;
  beforeAll(async () => {
    const rights = [
      "CARDS.read",
      "CARDS.update",
      "CARD_TYPES.read",
      "CARD_TYPES.update",
      "CARD_FIELDS.read",
      "CARD_LAYOUTS.read",
    ];
    const role = (await call(owner.page, app.origin, "roles.create", {
      name: "Keeper of types",
      grants: Object.fromEntries([...rights, "CARDS_TABLE_VIEWS.read"].map((right) => [right, "ORGANIZATION"])),
    })) as Role;
    seat = await member(role.id, "Tom Types");
    typeId = (await typeOf(owner.page, app.origin, "leads")).id;
  });

  it("renames the type, and reads its fields, statuses and layouts", async () => {
    const { page } = seat;
    await page.goto(`${app.origin}/settings/card-types?id=${typeId}`);
    await page.getByLabel("Singular name").waitFor();
    expect(await page.getByLabel("Singular name").isEditable()).toBe(true);
    for (const section of ["fields", "statuses", "layouts"]) {
      await page.goto(`${app.origin}/settings/card-types?id=${typeId}&tab=${section}`);
      const panel = page.getByRole("tabpanel");
      await panel.getByRole("note").getByText("You can view this, but not change it.").waitFor();
      await panel.getByRole("note").getByText(contact).waitFor();
      const enabled = panel.locator("fieldset").locator("button:enabled, input:enabled, textarea:enabled");
      expect(await enabled.evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 120)))).toEqual([]);
    }
  });

  it("imports only updates of existing cards, and sees why", async () => {
    const { page } = seat;
    await page.goto(`${app.origin}/cards/leads/import`);
    const csv = "Name;Email\nArbel Winery;arbel@x.example\n";
    await page.locator("input[type=file]").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByRole("radiogroup", { name: "What to do with the rows" }).waitFor();
    const stateOf = async (name: string) => {
      const radio = page.getByRole("radio", { name, exact: true });
      return [await radio.isChecked(), await radio.isDisabled()];
    };
    expect(await stateOf("Create cards")).toEqual([false, true]);
    expect(await stateOf("Update existing cards")).toEqual([true, false]);
    expect(await stateOf("Update existing cards and create new ones")).toEqual([false, true]);
    await page.locator("main").getByText("Your role does not let you create cards").waitFor();
    await page
      .getByRole("button", { name: /Match cards by/ })
      .getByText("Email")
      .waitFor();
    expect(await page.getByRole("button", { name: "Check the file" }).isEnabled()).toBe(true);
  });

  it("has caused no denied request and no console error", () => {
    expect(seat.failed).toEqual([]);
    expect(seat.complaints).toEqual([]);
  });
});

describe("the owner", () => {
  beforeAll(async () => {
    const reader = await member((await roleOf("READ_ONLY_USER")).id, "Rita Reader");
    await reader.context.close();
  });

  it("asks from a member's row what that person can do with a card, and sees the rule", async () => {
    const { page } = owner;
    await page.goto(`${app.origin}/settings/members`);
    await page.getByRole("button", { name: "Actions for Rita Reader" }).click();
    await page.getByRole("menuitem", { name: "What can Rita Reader see?" }).click();
    await page
      .getByRole("dialog")
      .getByRole("option", { name: /Galil Software/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Who can do what with Galil Software" });
    await dialog.getByText("Rita Reader can see this card").waitFor();
    await dialog.getByText("Rita Reader cannot change this card").waitFor();
    await dialog.getByText("The role Read Only User does not have", { exact: false }).first().waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  it("views as a role: what it may not do is denied to them too, until they exit", async () => {
    const { page, failed } = watched(owner);
    const role = await roleOf("READ_ONLY_USER");
    await page.goto(`${app.origin}/settings/roles-and-permissions?role=${role.id}`);
    await page.getByRole("button", { name: "View as this role" }).click();
    const banner = page.getByText("You are viewing Kartis as Read Only User");
    await banner.waitFor();
    await page.goto(`${app.origin}/cards/leads`);
    await page.getByRole("row", { name: /Arbel Winery/ }).waitFor();
    await banner.waitFor();
    await page.getByRole("button", { name: "New record" }).and(page.locator("[aria-disabled=true]")).first().waitFor();
    expect(await reasonOf(page, "Import")).toContain("neither create nor change cards");
    await page.goto(`${app.origin}/settings/members`);
    await page.getByText(noRead, { exact: true }).waitFor();
    await banner.waitFor();
    expect(failed).toEqual([]);

    await page.getByRole("button", { name: "Exit" }).click();
    await page.getByRole("grid", { name: "Read Only User" }).waitFor();
    expect(await banner.count()).toBe(0);
    await page.goto(`${app.origin}/settings/members`);
    await page.getByRole("button", { name: "Invite people" }).waitFor();
    expect(owner.complaints).toEqual([]);
  });
});

describe("tasks", () => {
  const grants = { "CARDS.read": "ORGANIZATION", "CARD_TYPES.read": "ORGANIZATION", "CARDS_TABLE_VIEWS.read": "ORGANIZATION" };

  it("stay closed to a role that does not read them: the page says so, and the way there is disabled", async () => {
    const role = (await call(owner.page, app.origin, "roles.create", { name: "No tasks", grants })) as Role;
    const { page, failed, complaints } = await member(role.id, "Nir Notasks");
    await page.goto(`${app.origin}/tasks`);
    await page.getByText(noRead, { exact: true }).waitFor();
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: new RegExp(`Tasks.*${noRead}`) })
      .and(page.locator("[aria-disabled=true]"))
      .waitFor();
    expect(failed).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("are seen, and nothing more, by a role that only reads them; a key says why it does nothing", async () => {
    await call(owner.page, app.origin, "tasks.create", { title: "Order clamps", due: "2099-01-01" });
    const role = (await call(owner.page, app.origin, "roles.create", {
      name: "Reads tasks",
      grants: { ...grants, "TASKS.read": "ORGANIZATION" },
    })) as Role;
    const { page, failed, complaints } = await member(role.id, "Rina Reader");
    await page.goto(`${app.origin}/tasks?list=team`);
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Order clamps" }) });
    await row.click();
    const peek = page.getByRole("complementary", { name: "Task", exact: true });
    await peek.getByRole("textbox", { name: "Title" }).waitFor();
    expect(await peek.getByRole("textbox", { name: "Title" }).getAttribute("readonly")).not.toBeNull();
    expect(await row.getByRole("checkbox").getAttribute("aria-disabled")).toBe("true");
    expect(await reasonOf(page, "New task")).toContain("does not let you create tasks");
    expect(await reasonOf(page, "Snooze")).toContain("does not let you change tasks");
    expect(await page.getByRole("textbox", { name: "Add a task" }).count()).toBe(0);
    await page.keyboard.press("e");
    await page.getByRole("alertdialog").getByText("Your role does not let you change tasks").waitFor();
    await peek.getByRole("button", { name: "More" }).click();
    const remove = page.getByRole("menuitem", { name: /^Delete/ });
    await remove.waitFor();
    expect(await remove.getAttribute("aria-disabled")).toBe("true");
    expect(await remove.textContent()).toContain("does not let you delete tasks");
    expect(failed).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

it("a role change reaches an open browser: buttons and menus follow without a reload", async () => {
  const { id: roleId } = (await call(owner.page, app.origin, "roles.create", {
    name: "Trainee",
    grants: { "CARDS.read": "ORGANIZATION", "CARD_TYPES.read": "ORGANIZATION" },
  })) as { id: string };
  const { page } = await member(roleId, "Tal Trainee");
  const connected = page.waitForEvent("websocket");
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("row", { name: /Arbel Winery/ }).waitFor();
  await connected;
  const denied = page.getByRole("button", { name: "New record" }).and(page.locator("[aria-disabled=true]"));
  await denied.first().waitFor();
  await call(owner.page, app.origin, "roles.update", {
    roleId,
    expectedVersion: 1,
    grants: { "CARDS.read": "ORGANIZATION", "CARDS.create": "ORGANIZATION", "CARD_TYPES.read": "ORGANIZATION" },
  });
  await expect.poll(() => denied.count(), { timeout: 20_000 }).toBe(0);

  const { id: userId } = ((await call(page, app.origin, "identity.me", {})) as { user: { id: string } }).user;
  await call(owner.page, app.origin, "members.setRole", { userId, systemRole: "ADMIN", roleId: null });
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.getByRole("link", { name: "Roles & permissions" }).first().waitFor({ timeout: 20_000 });
}, 120_000);
