import { makeDemo } from "@kartis/local/demo/make-demo.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OwnApp, startOwnApp } from "./support/app.ts";
import { signIn } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: OwnApp;
beforeAll(async () => {
  app = await startOwnApp();
  // The demo is made by the process that starts the cloud, as a function would.
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

it("the demo organization has conversations, calls and automations that have run, and nothing is made twice when it is asked for again", async () => {
  const account = { name: "Noa Adler", ...(await makeDemo(app.origin)) };
  const { page, complaints } = await app.open();
  await signIn(page, app.origin, account);

  await page.goto(`${app.origin}/chats`);
  for (const name of ["Rotem Avrahami", "אורית שלו", "Kiss Zoltán", "Дмитрий Орлов"])
    await page.getByText(name).first().waitFor();
  await keepPicture(page, "demo-chats");

  await page.goto(`${app.origin}/voip`);
  await expect.poll(() => page.getByRole("link", { name: "Recording" }).count()).toBe(6);
  await expect.poll(() => page.getByText("No answer", { exact: true }).count()).toBe(4);
  await keepPicture(page, "demo-voip");

  await page.goto(`${app.origin}/automations`);
  await page.getByText("Plan large deals that move on").waitFor();
  await expect.poll(() => page.getByText(/^[1-9]\d* runs? in 30 days$/).count()).toBeGreaterThanOrEqual(3);
  await keepPicture(page, "demo-automations");
  expect(complaints).toEqual([]);

  // As at the next start: nothing is made twice, and the simulators, which would have forgotten it, know the organization.
  await makeDemo(app.origin);
  const form = { phone: "+972545550171", name: "Rotem Avrahami", text: "Are you still there?", what: "text" };
  await fetch(`${app.origin}/local/whatsapp/write`, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
  await page.goto(`${app.origin}/chats`);
  await page.getByText("Are you still there?").first().waitFor();
  await page.getByRole("heading", { name: "All chats 4" }).waitFor();
}, 300_000);
