import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { type Account, call, join, makeLeads, newAccount, settle, typeOf } from "./support/person.ts";

/** Whoever may little is told so where they would press, and nothing that is offered to them fails. */
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

/** Somebody in the organization with that role, signed in in a browser whose failed requests are kept. */
async function member(roleId: string, name: string): Promise<Seat & { readonly failed: string[] }> {
  const account: Account = { ...newAccount(), name };
  await call(owner.page, app.origin, "members.invite", {
    emails: [account.email],
    systemRole: "BASIC",
    roleId,
    language: "en",
  });
  const seat = await app.open();
  await join(seat.page, app.origin, account, "en");
  const mails = await (await fetch(`${app.origin}/local/mailbox.json?to=${encodeURIComponent(account.email)}`)).text();
  const token = /\/invitations\/([\w.-]+)/.exec(mails)?.[1] ?? expect.fail("no invitation");
  await call(seat.page, app.origin, "invitations.accept", { token });
  const failed: string[] = [];
  seat.page.on("response", (response) => {
    if (response.url().includes("/api/") && response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  return { ...seat, failed };
}

const reasonOf = async (page: Page, name: RegExp | string): Promise<string> => {
  const button = page.getByRole("button", { name }).and(page.locator("[aria-disabled=true]")).first();
  const id = await button.getAttribute("aria-describedby");
  return (await page.locator(`[id="${id}"]`).textContent()) ?? "";
};

const noRead = "You do not have permission to access this page";
const contact = "Please contact your organization administrator";

describe("a Read Only User", () => {
  let seat: Awaited<ReturnType<typeof member>>;
  beforeAll(async () => {
    const roles = (await call(owner.page, app.origin, "roles.list", {})) as Role[];
    const role = roles.find(({ preset }) => preset === "READ_ONLY_USER") ?? expect.fail("no such role");
    seat = await member(role.id, "Ruth Reader");
  });

  it.each([
    "/cards/trash",
    "/cards/leads/import",
    "/settings/organization",
    "/settings/members",
    "/settings/roles-and-permissions",
    "/settings/plan-and-billing",
    "/settings/audit",
    "/settings/card-types",
    "/settings/api",
  ])("is told at %s that it is not for them, and whom to ask", async (path) => {
    await seat.page.goto(`${app.origin}${path}`);
    await seat.page.getByText(noRead, { exact: true }).waitFor();
    await seat.page.getByText(contact, { exact: true }).waitFor();
  });

  it.each(["/cards", "/cards/leads", "/favorites", "/recent", "/settings", "/settings/user", "/settings/archive"])(
    "looks at %s, and nothing that the page asks for is refused",
    async (path) => {
      await seat.page.goto(`${app.origin}${path}`);
      await seat.page.locator("main h1").first().waitFor();
      expect(await seat.page.locator("main").getByText(noRead, { exact: true }).count()).toBe(0);
    },
  );

  it("finds the places that are denied disabled, with the reason", async () => {
    await seat.page.goto(`${app.origin}/settings`);
    await seat.page
      .getByRole("link", { name: new RegExp(`Members.*${noRead}`) })
      .first()
      .waitFor();
  });

  it("may not change a cell, add, import or delete, and hears why each time", async () => {
    const { page } = seat;
    await page.goto(`${app.origin}/cards/leads`);
    const row = page.getByRole("row", { name: /Arbel Winery/ });
    await row.waitFor();
    expect(await row.getByRole("gridcell").nth(2).getAttribute("aria-readonly")).toBe("true");
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

  it("sees a card without a way to change it, and the reason once", async () => {
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

  it("has caused no refused request and no complaint of the browser", () => {
    expect(seat.failed).toEqual([]);
    expect(seat.complaints).toEqual([]);
  });
});

describe("somebody whose role changes their own cards alone", () => {
  it("changes their own, and is told of another's that it is not theirs", async () => {
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
    expect(await mine?.getByRole("gridcell").nth(2).getAttribute("aria-readonly")).toBeNull();
    expect(await other?.getByRole("gridcell").nth(2).getAttribute("aria-readonly")).toBe("true");
    await other?.getByRole("gridcell").nth(2).click({ button: "right" });
    const trashing = page.getByRole("menuitem", { name: /trash/i });
    await trashing.waitFor();
    expect(await trashing.getAttribute("aria-disabled")).toBe("true");
    expect(await trashing.textContent()).toContain("only your own cards");
    await page.keyboard.press("Escape");

    await mine?.getByRole("link", { name: "Mine alone" }).click();
    await page.getByRole("button", { name: "Edit Name" }).waitFor();
    expect(await page.getByRole("note").count()).toBe(0);
    expect(failed).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
