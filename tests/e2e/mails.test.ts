import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { switchOn } from "../support/features.ts";
import { type OwnApp, type Seat, startOwnApp } from "./support/app.ts";
import { violations } from "./support/axe.ts";
import { keepPicture } from "./support/picture.ts";
import { call, settle, typeOf } from "./support/person.ts";
import { mailsTo } from "../support/mailbox.ts";

const soon = { timeout: 20_000 };

let app: OwnApp;
let seat: Seat;
let cardId = "";
const dana = "dana@galil.example";

beforeAll(async () => {
  app = await startOwnApp();
  seat = await app.open();
  const { page } = seat;
  await settle(page, app.origin);
  const type = await typeOf(page, app.origin, "leads");
  const email = type.fields.find(({ key }) => key === "email")?.id ?? "";
  const fields = { name: "Galil Cold Storage", [email]: dana };
  cardId = ((await call(page, app.origin, "cards.create", { typeId: type.id, fields })) as { id: string }).id;
  await call(page, app.origin, "profile.update", { signature: "Noa Adler\nMeridian Solar" });
});
afterAll(() => app.close());

const open = async () => {
  await seat.page.goto(`${app.origin}/cards/leads/${cardId}`);
  await seat.page.getByRole("group", { name: "Entries" }).waitFor(soon);
};
const form = () => seat.page.getByRole("form", { name: "Write an email" });
const entry = (text: string | RegExp) =>
  seat.page.getByRole("group", { name: "Entries" }).getByRole("article").filter({ hasText: text });

it("a mail is written by keys alone, kept as a draft, sent to the card's address and others, and shown as sent", async () => {
  const { page } = seat;
  await open();
  await page.getByRole("button", { name: "Email", exact: true }).press("Enter");
  await form().waitFor(soon);
  // The card's address is there already.
  await form().getByText(dana).first().waitFor(soon);
  await form().getByRole("button", { name: "Cc and Bcc" }).press("Enter");
  await form().getByRole("textbox", { name: "Cc", exact: true }).fill("not an address");
  await page.keyboard.press("Enter");
  await form().getByRole("alert").getByText("Invalid email").waitFor(soon);
  await form().getByRole("textbox", { name: "Cc", exact: true }).fill("ELI@galil.example, ");
  await form().getByRole("textbox", { name: "Subject" }).fill("Two cranes");
  const text = form().getByRole("textbox", { name: "Write an email" });
  await text.click();
  await page.keyboard.type("The offer is attached.");
  await form().getByText("Meridian Solar").waitFor(soon);
  await keepPicture(page, "mail-composer");
  // Beside the timeline where there is room, above it where there is not; what is written stays.
  const beside = page.getByRole("region", { name: "New email" });
  expect(await beside.getByRole("form", { name: "Write an email" }).count()).toBe(1);
  expect(await violations(page, { within: "article" })).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await beside.waitFor({ state: "detached", ...soon });
  await expect.poll(() => text.textContent(), soon).toBe("The offer is attached.");
  expect(await violations(page, { within: "form" })).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await beside.waitFor(soon);
  await beside.getByRole("button", { name: "Close and keep the draft" }).press("Enter");
  const tab = page.getByRole("button", { name: "Email", exact: true });
  await expect.poll(() => tab.evaluate((button) => button === document.activeElement), soon).toBe(true);
  await open();
  await page.getByRole("button", { name: "Email", exact: true }).click();
  await expect.poll(() => text.textContent(), soon).toBe("The offer is attached.");
  await text.click();
  await page.keyboard.press("Control+Enter");
  // What has left cannot be called back.
  const said = page.getByRole("alertdialog").filter({ hasText: "Email on its way" });
  await said.waitFor(soon);
  expect(await said.getByRole("button", { name: "Undo" }).count()).toBe(0);
  const sent = entry("Two cranes");
  await sent.getByText("Sent", { exact: true }).waitFor(soon);
  await expect.poll(() => form().count(), soon).toBe(0);
  await page.keyboard.press("Control+z");
  await page.getByRole("alertdialog").filter({ hasText: "“Email on its way” cannot be undone" }).waitFor(soon);
  const [mail] = await mailsTo(app.origin, "eli@galil.example");
  expect(mail).toMatchObject({ to: [dana], cc: ["eli@galil.example"], subject: "Two cranes" });
  expect(mail?.text).toContain("The offer is attached.\n\n-- \nNoa Adler");
  await keepPicture(page, "mail-sent");
});

it("an answer from the mailbox comes onto the card by itself, with the quote folded, and can be answered there", async () => {
  const { page } = seat;
  await open();
  const [mail] = await mailsTo(app.origin, dana);
  const box = await page.context().newPage();
  await box.goto(`${app.origin}/local/mailbox?id=${mail?.id ?? ""}`);
  await box.getByRole("textbox", { name: "Answer" }).fill("Yes, two. When can they come?");
  await box.getByRole("button", { name: "Send" }).click();
  const answer = entry("When can they come?");
  await answer.waitFor(soon);
  expect(await answer.textContent()).toMatch(new RegExp(`${dana}.*Re: Two cranes`));
  expect(await answer.textContent()).not.toContain("The offer is attached.");
  await answer.getByRole("button", { name: "Show quoted text" }).press("Enter");
  await answer.getByText("The offer is attached.").waitFor(soon);
  await keepPicture(page, "mail-answered");
  expect(await violations(page, { within: "[role=group][aria-label=Entries]" })).toEqual([]);
  await answer.getByRole("button", { name: "Reply" }).press("Enter");
  await page.getByRole("region", { name: "New email" }).getByText("in reply to Re: Two cranes").waitFor(soon);
  // The thread stays beside it.
  await answer.getByText("The offer is attached.").waitFor(soon);
  await form().getByRole("textbox", { name: "Write an email" }).click();
  await page.keyboard.type("On Monday.");
  await page.keyboard.press("Control+Enter");
  await entry("On Monday.").getByText("Sent", { exact: true }).first().waitFor(soon);
  // What answers each other is one entry, whose latest mail stands for all; the others unfold in place.
  const thread = entry("Two cranes");
  expect(await thread.count()).toBe(1);
  const reply = thread.getByRole("button", { name: "Reply" });
  await expect.poll(() => reply.evaluate((button) => button === document.activeElement), soon).toBe(true);
  expect(await thread.textContent()).not.toContain("When can they come?");
  await thread.getByRole("button", { name: "3 emails" }).press("Enter");
  const earlier = thread.getByRole("group", { name: "Earlier emails" });
  expect(await earlier.textContent()).toMatch(/When can they come\?.*The offer is attached\./);
  expect(await thread.getByRole("button", { name: "3 emails" }).getAttribute("aria-expanded")).toBe("true");
  await keepPicture(page, "mail-thread");
  expect(await violations(page, { within: "[role=group][aria-label=Entries]" })).toEqual([]);
  // Nobody is notified for long of what they are looking at.
  const received = async () => {
    const { rows } = (await call(page, app.origin, "notifications.list", {})) as { rows: { kind: string; isRead: boolean }[] };
    return rows.filter(({ kind }) => kind === "mailReceived").map(({ isRead }) => isRead);
  };
  await expect.poll(received, soon).toEqual([true]);
  const [last] = await mailsTo(app.origin, dana);
  expect(last).toMatchObject({ subject: "Re: Two cranes" });
  await box.goto(`${app.origin}/local/mailbox?id=${last?.id ?? ""}`);
  await box.getByRole("button", { name: "Bounce" }).click();
  await entry("On Monday.").getByText("Returned: it could not be delivered").waitFor(soon);
  await box.close();
  // Without the latest the one before it stands for the rest, at once and afterwards.
  await thread.getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await thread.getByRole("button", { name: "2 emails" }).waitFor(soon);
  await page.getByRole("button", { name: "Undo" }).click();
  await thread.getByRole("button", { name: "3 emails" }).waitFor(soon);
});

it("a template takes the place of what was written, which comes back by the key with its subject, and is chosen in another language", async () => {
  const { page } = seat;
  const { organization } = z
    .object({ organization: z.object({ id: z.custom<OrgId>() }) })
    .parse(await call(page, app.origin, "identity.me", {}));
  Object.assign(process.env, app.cloud.environment);
  await switchOn({ orgId: organization.id, clock: systemClock }, "content-templates");
  const texts = {
    en: { subject: "About {{ card.name }}", body: "Hello **{{ card.name }}**" },
    hu: { subject: "Ajánlat", body: "Szia" },
  };
  await call(page, app.origin, "templates.create", { name: "Offer", channel: "mail", texts });
  await open();
  await page.getByRole("button", { name: "Email", exact: true }).click();
  const text = form().getByRole("textbox", { name: "Write an email" });
  const subject = form().getByRole("textbox", { name: "Subject" });
  await subject.fill("My subject");
  await text.click();
  await page.keyboard.type("My own words");
  const choose = async (name: string) => {
    await form().getByRole("button", { name: "Template", exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Offer");
  await expect.poll(() => text.textContent(), soon).toBe("Hello Galil Cold Storage");
  await expect.poll(() => subject.inputValue(), soon).toBe("About Galil Cold Storage");
  await page.getByText("Draft replaced by “Offer”").waitFor(soon);
  await text.click();
  await page.keyboard.press("Control+z");
  await expect.poll(() => text.textContent(), soon).toBe("My own words");
  await expect.poll(() => subject.inputValue(), soon).toBe("My subject");
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => text.textContent(), soon).toBe("Hello Galil Cold Storage");
  await expect.poll(() => subject.inputValue(), soon).toBe("About Galil Cold Storage");
  // Without a keyboard it comes back by a press.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => text.textContent(), soon).toBe("My own words");
  await choose("Offer");
  await form().getByRole("button", { name: "Language of the template: English" }).press("Enter");
  await keepPicture(page, "mail-template");
  await page.getByRole("menuitemradio", { name: "Magyar" }).press("Enter");
  await expect.poll(() => text.textContent(), soon).toBe("Szia");
  await expect.poll(() => subject.inputValue(), soon).toBe("Ajánlat");
  expect(await violations(page, { within: "form" })).toEqual([]);

  // The card's addresses are offered as copies too, but to nobody twice.
  await form().getByRole("button", { name: "Cc and Bcc" }).click();
  expect(
    await form()
      .getByRole("button", { name: `Add ${dana}` })
      .count(),
  ).toBe(0);
  await form()
    .getByRole("button", { name: `Remove ${dana}` })
    .click();
  await expect
    .poll(
      () =>
        form()
          .getByRole("button", { name: `Add ${dana}` })
          .count(),
      soon,
    )
    .toBe(3);
  await form()
    .getByRole("button", { name: `Add ${dana}` })
    .nth(1)
    .click();
  await expect
    .poll(
      () =>
        form()
          .getByRole("button", { name: `Add ${dana}` })
          .count(),
      soon,
    )
    .toBe(0);
  expect(seat.complaints).toEqual([]);
});

it("an answer whose sender could not be verified says so, in Hebrew on a phone too", async () => {
  const { page } = seat;
  const [mail] = await mailsTo(app.origin, dana);
  const box = await page.context().newPage();
  await box.goto(`${app.origin}/local/mailbox?id=${mail?.id ?? ""}`);
  await box.getByRole("textbox", { name: "Answer" }).fill("Please pay to this account.");
  await box.getByRole("checkbox", { name: "Sender fails verification" }).press("Space");
  await box.getByRole("button", { name: "Send" }).click();
  await entry("Please pay to this account.").getByText("The sender’s address could not be verified").first().waitFor(soon);
  await keepPicture(page, "mail-unverified");
  await call(page, app.origin, "profile.update", { language: "he" });
  await box.setViewportSize({ width: 390, height: 844 });
  await box.emulateMedia({ colorScheme: "dark" });
  await box.goto(`${app.origin}/cards/leads/${cardId}?tab=activity`);
  await box.getByText("לא ניתן היה לאמת את כתובת השולח").first().waitFor(soon);
  await keepPicture(box, "mail-unverified-phone");
  expect(await violations(box, { within: "article" })).toEqual([]);
  expect(seat.complaints).toEqual([]);
});
