import type { BrowserContext, CDPSession, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mailedInvitation } from "../support/mailbox.ts";
import { type OwnApp, startOwnApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, join, newAccount, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: OwnApp;
beforeAll(async () => {
  app = await startOwnApp({ hasNotifications: true });
});
afterAll(() => app.close());

const soon = { timeout: 30_000 };

/** The browser's push service cannot be reached from here: the simulator stands for it, and for the keys that the browser would make. */
async function withPushService(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let subscription: object | null = null;
    const unsubscribe = async () => {
      subscription = null;
      return true;
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription,
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        const made: object = await (await fetch("/local/push", { method: "POST", body: applicationServerKey })).json();
        subscription = { toJSON: () => made, unsubscribe };
        return subscription;
      },
    });
  });
}

interface Pusher {
  readonly session: CDPSession;
  readonly registrationId: string;
}

/** Chromium's own way to hand a service worker a message, as if its push service had brought it. */
async function pusherOf(page: Page): Promise<Pusher> {
  const session = await page.context().newCDPSession(page);
  const found = Promise.withResolvers<string>();
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [registration] }) => {
    if (registration) found.resolve(registration.registrationId);
  });
  await session.send("ServiceWorker.enable");
  return { session, registrationId: await found.promise };
}
const push = ({ session, registrationId }: Pusher, message: object) =>
  session.send("ServiceWorker.deliverPushMessage", { origin: app.origin, registrationId, data: JSON.stringify(message) });

/** Notifications that the browser shows. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration("/");
    return (
      (await registration?.getNotifications())?.map(({ title, body, tag, lang, dir }) => ({ title, body, tag, lang, dir })) ?? []
    );
  });

const message = (id: string, more: object = {}) => ({
  id,
  tag: "taskAssigned.act_1",
  title: "Noa assigned you Call Dana",
  body: "Galil",
  path: "/tasks?list=team",
  lang: "he",
  dir: "rtl",
  mustShow: false,
  ...more,
});

it("a browser that is switched on shows what happened while no page is in view, once, and opens its place when pressed", async () => {
  const { page, context, complaints } = await app.open();
  await context.grantPermissions(["notifications"], { origin: app.origin });
  await withPushService(context);
  const owner = await settle(page, app.origin);
  await page.goto(`${app.origin}/settings/user`);
  const toggle = await switchOn(page, "Notify me in this browser");
  expect(await serious(page)).toEqual([]);
  await toggle.scrollIntoViewIfNeeded();
  await keepPicture(page, "push-switch");

  // A colleague assigns a task: it arrives at the push service, encrypted for this browser.
  const { token, account } = await invite(page);
  const colleague = await app.open();
  await join(colleague.page, app.origin, account, "en");
  await call(colleague.page, app.origin, "invitations.accept", { token });
  const me = (await call(page, app.origin, "identity.me", {})) as { user: { id: string } };
  await call(colleague.page, app.origin, "tasks.create", { title: "Call Dana", due: "2030-06-01", assignedTo: me.user.id });
  const simulator = await context.newPage();
  await expect
    .poll(
      async () => (await simulator.goto(`${app.origin}/local/push`), simulator.getByRole("link", { name: /Call Dana/ }).count()),
      soon,
    )
    .toBe(1);
  await simulator.close();
  // The page that is in view says so itself.
  await page.bringToFront();
  await call(colleague.page, app.origin, "tasks.create", { title: "Visit", due: "2030-06-01", assignedTo: me.user.id });
  const toast = page.getByRole("region", { name: "Notifications" }).getByText("Noa Adler assigned you Visit");
  await toast.waitFor(soon);
  await keepPicture(page, "arrival-toast");
  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Open" }).click();
  await page.waitForURL(/\/tasks\?list=team&task=act_/, soon);

  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    // Without a center to keep them in, Chromium takes them off after some 20 seconds.
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const show = registration.showNotification.bind(registration);
    registration.showNotification = (title, options) => show(title, { ...options, requireInteraction: true });
  });

  // What a push service would bring while a page is in view is shown by that page, except what the service asks to have shown. One comes after the other.
  const inView = await pusherOf(page);
  await push(inView, message("1.taskAssigned"));
  await push(inView, message("1.mustShow", { tag: "mustShow", title: "Shown anyway", mustShow: true }));
  await expect.poll(async () => (await shown(page)).map(({ title }) => title), soon).toEqual(["Shown anyway"]);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration("/");
    for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  });

  // While none is, the browser shows it: once, and the latest of a thing.
  const blank = await context.newPage();
  const pusher = await pusherOf(blank);
  await page.close();
  const isAnyInView = () =>
    worker?.evaluate(async () => {
      const { clients } = globalThis as unknown as { clients: { matchAll(of: object): Promise<readonly object[]> } };
      return (await clients.matchAll({ type: "window", includeUncontrolled: true })).length > 0;
    });
  await expect.poll(isAnyInView, soon).toBe(false);
  await push(pusher, message("2.taskAssigned"));
  await push(pusher, message("2.taskAssigned", { title: "The same again" }));
  await push(pusher, message("3.mention", { tag: "mention.act_2", title: "Noa mentioned you" }));
  await push(pusher, message("4.mention", { tag: "mention.act_2", title: "Noa mentioned you twice" }));
  const listed = () =>
    worker?.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications())
        .map(({ title, body, lang, dir }) => [title, body, lang, dir])
        .toSorted(([one = ""], [other = ""]) => one.localeCompare(other));
    });
  await expect.poll(listed, soon).toEqual([
    ["Noa assigned you Call Dana", "Galil", "he", "rtl"],
    ["Noa mentioned you twice", "Galil", "he", "rtl"],
  ]);

  // Pressed, it has a page that is open go there, without loading it anew.
  const again = await context.newPage();
  await again.goto(`${app.origin}/settings/user`);
  await again.getByRole("switch", { name: "Notify me in this browser", checked: true }).waitFor(soon);
  await again.evaluate(() => Object.assign(globalThis, { isSame: true }));
  const press = async () => {
    await worker?.evaluate(async () => {
      const place = globalThis as unknown as { registration: ServiceWorkerRegistration; pressed?: Notification };
      place.pressed ??= (await place.registration.getNotifications()).find(({ title }) => title.includes("Call Dana"));
      // One that a person has not made has no right to open windows: only the page that is open can go there.
      const waitUntil = (open: Promise<void>) => void open.catch(() => undefined);
      dispatchEvent(Object.assign(new Event("notificationclick"), { notification: place.pressed, waitUntil }));
    });
    return again.url();
  };
  // As soon as the page listens, which is after its first screen.
  await expect.poll(press, soon).toMatch(/\/tasks\?list=team/);
  expect(await again.evaluate(() => "isSame" in globalThis)).toBe(true);
  expect(await shown(again)).toHaveLength(1);

  // Signing out ends it here and there.
  await again
    .getByRole("button", { name: /^Noa Adler/ })
    .first()
    .click();
  await again.getByRole("menuitem", { name: "Sign out" }).click();
  await again.waitForURL(/\/login/, soon);
  await call(colleague.page, app.origin, "tasks.create", { title: "Nobody hears", due: "2030-06-01", assignedTo: me.user.id });
  await call(again, app.origin, "identity.signIn", owner);
  expect(await call(again, app.origin, "push.browsers", {})).toMatchObject({ browsers: [] });
  expect(complaints).toEqual([]);
});

it("says why a browser cannot be switched on, and takes others off", async () => {
  const { page, context, complaints } = await app.open({ language: "he", theme: "dark", width: 390, height: 844 });
  const account = await settle(page, app.origin, "he");
  const other = await app.open();
  await call(other.page, app.origin, "identity.signIn", account);
  await withPushService(other.context);
  await other.context.grantPermissions(["notifications"], { origin: app.origin });
  await other.page.goto(`${app.origin}/settings/user`);
  await switchOn(other.page, "התראות בדפדפן הזה");
  await context.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "denied" }));
  await page.goto(`${app.origin}/settings/user`);
  const toggle = page.getByRole("switch", { name: "התראות בדפדפן הזה" });
  await toggle.waitFor(soon);
  expect(await toggle.isDisabled()).toBe(true);
  await page.getByText("ההתראות מהאתר הזה חסומות בדפדפן.").waitFor(soon);
  const remove = page.getByRole("list", { name: "הדפדפנים האחרים שלך" }).getByRole("button");
  await remove.scrollIntoViewIfNeeded();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "push-others-he-dark-390");
  await remove.click();
  await remove.waitFor({ ...soon, state: "detached" });
  await other.page.reload();
  await other.page.getByRole("switch", { name: "התראות בדפדפן הזה", checked: false }).waitFor(soon);
  expect(complaints).toEqual([]);
});

/** Switches it on by keyboard, once its blockers are known. */
async function switchOn(page: Page, name: string): Promise<Locator> {
  const toggle = page.getByRole("switch", { name });
  await expect.poll(() => toggle.isEnabled(), soon).toBe(true);
  await toggle.focus();
  await page.keyboard.press("Space");
  await page.getByRole("switch", { name, checked: true }).waitFor(soon);
  return toggle;
}

async function invite(page: Page): Promise<{ token: string | undefined; account: ReturnType<typeof newAccount> }> {
  const account = newAccount();
  await call(page, app.origin, "members.invite", { emails: [account.email], systemRole: "ADMIN", roleId: null, language: "en" });
  return { account, token: (await mailedInvitation(app.origin, account.email)).split("/").at(-1) };
}
