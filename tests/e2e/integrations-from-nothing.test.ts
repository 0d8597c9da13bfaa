import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startOwnApp, type OwnApp } from "./support/app.ts";
import { keepPicture } from "./support/picture.ts";

const soon = { timeout: 20_000 };
let app: OwnApp;
beforeAll(async () => {
  app = await startOwnApp();
});
afterAll(() => app.close());

/** Fills fields by the beginnings of their labels: behind one that is required there is a star. */
async function fill(form: Page | Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(new RegExp(`^${label}`)).fill(value);
}
/** Presses a button of a page that plays the outside world, and waits for what it answers. */
async function pressIn(world: Page, form: Page | Locator, button: string): Promise<void> {
  const answered = world.waitForEvent("load");
  await form.getByRole("button", { name: button, exact: true }).click();
  await answered;
}
const codeIn = async (from: Locator): Promise<string> => /\b\d{6}\b/.exec(await from.innerText())?.[0] ?? expect.fail("no code");

it("one person sets up SMS, WhatsApp, Gmail, telephony and webhooks from nothing, with only what is on screen, and each works", async () => {
  const { page, context, complaints } = await app.open();
  // Everything outside is met from the mailbox, whose address is said when Kartis starts.
  const world = await context.newPage();
  await world.goto(`${app.origin}/local/mailbox`);
  const visit = (name: string) => world.getByRole("link", { name, exact: true }).click();

  await page.goto(app.origin);
  await page.getByRole("link", { name: "Start free trial" }).first().click();
  await page.getByLabel("Name").waitFor(soon);
  await fill(page, { Name: "Noa Adler", Email: "noa@meridian.example", Password: "a long enough password" });
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("Code").waitFor(soon);
  await world.getByRole("link", { name: /is your Kartis code/ }).waitFor(soon);
  await page.getByLabel("Code").fill(await codeIn(world.getByRole("navigation", { name: "Messages" })));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByLabel("Organization name").waitFor(soon);
  await fill(page, { "Organization name": "Meridian Solar", Phone: "+972 50 234 5678" });
  await page.getByRole("button", { name: "Create organization" }).click();
  await page.waitForURL(/cards/);

  const panel = (name: string) => page.getByRole("dialog", { name, exact: true });
  async function open(name: string): Promise<Locator> {
    await page.goto(`${app.origin}/settings/integrations`);
    await page.getByRole("main").getByRole("button", { name, exact: true }).click();
    await panel(name).waitFor(soon);
    return panel(name);
  }

  // SMS: a sender is proved by the code on the person's telephone.
  const sms = await open("SMS");
  await fill(sms, { "Name or phone number": "MeridianSun", "Your phone, for the code": "+972 50 234 5678" });
  await sms.getByRole("button", { name: "Send the code" }).click();
  await sms.getByText("We sent 6 digits to").waitFor(soon);
  await visit("SMS");
  const ownPhone = world.locator("section").filter({ hasText: "+972502345678" });
  await ownPhone.waitFor(soon);
  await sms.getByLabel("Enter the code").fill(await codeIn(ownPhone));
  await sms.getByText(/^Verified/).waitFor(soon);
  await keepPicture(page, "nothing-sms");

  // WhatsApp: Meta's values come from its page, and the address goes back there.
  const whatsapp = await open("WhatsApp");
  await visit("WhatsApp");
  const values = await world.locator("dl code").allInnerTexts();
  const labels = ["Phone number ID", "WhatsApp Business account ID", "Access token", "App secret"];
  await fill(whatsapp, Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ""])));
  await whatsapp.getByRole("button", { name: "Connect", exact: true }).click();
  await whatsapp.getByText(/^Connected on/).waitFor(soon);
  for (const label of ["Callback URL", "Verify token"])
    await world.getByLabel(label).fill(await whatsapp.getByRole("textbox", { name: label }).inputValue());
  await pressIn(world, world, "Verify and save");
  await whatsapp.getByText(/^Meta verified this address on/).waitFor(soon);
  await keepPicture(page, "nothing-whatsapp");

  // Telephony: Voicenter's codes, its address for reports, and the person's own extension.
  const voip = await open("VoIP");
  await visit("Telephone");
  const [code = "", logCode = ""] = await world.locator("code").allInnerTexts();
  await fill(voip, { "Token for placing calls": code, "Token for the call log": logCode });
  await voip.getByRole("button", { name: "Connect", exact: true }).click();
  await voip.getByText(/^Connected on/).waitFor(soon);
  await world.getByLabel("URL").fill(await voip.getByRole("textbox", { name: "Address for reports" }).inputValue());
  await pressIn(world, world, "Add");
  await keepPicture(page, "nothing-voip");
  await voip.getByRole("link", { name: "Assign extensions" }).click();
  await page.getByRole("button", { name: "Actions for Noa Adler" }).click();
  await page.getByRole("menuitem", { name: "VoIP extension" }).click();
  await page.getByRole("dialog").getByLabel("VoIP extension").fill("204");
  await page.keyboard.press("Enter");
  await page.getByRole("row").filter({ hasText: "204" }).waitFor(soon);

  // Gmail: the person agrees at Google.
  const gmail = await open("Gmail");
  await gmail.getByRole("button", { name: "Connect Gmail" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill("noa@meridian.example");
  await page.getByRole("button", { name: "Continue" }).click();
  await gmail.getByText("Gmail is connected").waitFor(soon);
  await keepPicture(page, "nothing-gmail");

  // Webhooks out: the other system's address, and our secret there.
  const webhooks = await open("Webhooks");
  await visit("Webhooks");
  await webhooks.getByRole("button", { name: "Add endpoint" }).click();
  await page.getByRole("textbox", { name: "Address" }).fill(await world.locator("code").first().innerText());
  await page.getByRole("button", { name: "Add endpoint" }).last().click();
  const secret = page.getByText(/^whsec_/);
  await secret.waitFor(soon);
  await world.getByLabel("Secret").fill(await secret.innerText());
  await pressIn(world, world.locator("form").filter({ has: world.getByLabel("Secret") }), "Set");
  await keepPicture(page, "nothing-webhooks");

  // Webhooks in: the same system sends a person, who becomes a card.
  const incoming = await open("Incoming webhooks");
  await incoming.getByRole("button", { name: "Add address" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Landing page");
  await page.keyboard.press("Enter");
  await page.getByText("Waiting for the first call").waitFor(soon);
  await world.getByLabel("To the address").fill(await page.getByRole("textbox", { name: "Address" }).inputValue());
  await pressIn(world, world, "Send");
  await world.getByText("Kartis answered 202").waitFor(soon);
  await page.getByRole("form", { name: "What becomes what" }).waitFor(soon);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: "Open card" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Dana Levi" }).waitFor(soon);
  await keepPicture(page, "nothing-incoming");

  // From here on, the card is where all of it is seen to work.
  const entries = page.getByRole("group", { name: "Entries" });
  await world.reload();
  await world.getByText("card.created", { exact: true }).waitFor(soon);
  expect(await world.getByRole("listitem").filter({ hasText: "card.created" }).innerText()).toContain("signature valid");

  await page.getByRole("button", { name: "SMS", exact: true }).and(page.locator(":enabled")).click();
  await page.getByRole("textbox", { name: "Write an SMS" }).fill("Your offer is ready");
  await page.keyboard.press("Control+Enter");
  await entries.getByText("Delivered").waitFor(soon);
  await visit("SMS");
  await world.getByText("Your offer is ready").waitFor(soon);

  await visit("WhatsApp");
  const aPhone = world.locator("form").filter({ has: world.getByLabel("Number") });
  await fill(aPhone, { Number: "+972 54 555 0187", Name: "Dana", Text: "Is Sunday fine?" });
  await pressIn(world, aPhone, "Send");
  await entries.getByText("Is Sunday fine?").waitFor(soon);

  await visit("Gmail");
  const aPerson = world.locator("details").filter({ hasText: "A person writes to this mailbox" });
  await fill(aPerson, { From: "dana@site.example", Subject: "The roof", Text: "It leaks." });
  await pressIn(world, aPerson, "Send");
  await entries.getByText("It leaks.").waitFor(soon);

  await visit("Telephone");
  const calling = world.locator("form").filter({ has: world.getByLabel("Extension") });
  await calling.getByLabel(/^Somebody calls/).fill("972545550187");
  await calling.getByRole("button", { name: "Call" }).click();
  await page.getByRole("alertdialog").filter({ hasText: "Dana Levi" }).waitFor(soon);
  await keepPicture(page, "nothing-incoming-call");
  await world.getByRole("button", { name: "Hang up" }).click();
  await entries.getByText("Missed").first().waitFor(soon);
  await keepPicture(page, "nothing-card");

  await page.goto(`${app.origin}/settings/integrations`);
  await expect.poll(() => page.getByRole("main").getByText("Connected", { exact: true }).count()).toBe(6);
  await keepPicture(page, "nothing-done");
  expect(complaints).toEqual([]);
});
