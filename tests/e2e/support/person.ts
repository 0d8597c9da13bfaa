import type { Page } from "playwright-core";
import { mailedCode } from "../../support/mailbox.ts";

let counter = 0;

export interface Account {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export const newAccount = (): Account => ({
  name: "Noa Adler",
  email: `noa${++counter}.${Date.now()}@meridian.example`,
  password: "a long enough password",
});

/** Calls a procedure as the person of this browser, past the screens: to set a scene, never to do what is tested. */
export async function call(page: Page, origin: string, procedure: string, input: unknown): Promise<unknown> {
  const response = await page.request.post(`${origin}/api/trpc/${procedure}`, { data: input });
  if (!response.ok()) throw new Error(`${procedure}: ${response.status()} ${await response.text()}`);
  const body: { result: { data: unknown } } = await response.json();
  return body.result.data;
}

/** Forgets the answers that this browser has kept, from which pages are drawn until others come. Leaves the page. */
export async function forgetKept(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/icon.svg`);
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const forgetting = indexedDB.deleteDatabase("kartis");
        forgetting.addEventListener("success", () => resolve());
        forgetting.addEventListener("error", () => reject(forgetting.error ?? new Error("not forgotten")));
      }),
  );
}

/**
 * Goes to a page whose list this browser may have seen before, and has it show only what is true now: a list is drawn at once from what the browser kept, and a
 * row that is pressed in that moment may be gone in the next.
 */
export async function gotoFresh(page: Page, url: string): Promise<void> {
  await forgetKept(page, new URL(url).origin);
  await page.goto(url);
}

/**
 * Waits until the page that `arrive` opens has its socket, before the organization or the account ends: a socket that connects afterwards is refused, which the
 * browser reports in its console.
 */
export async function arriveLive(page: Page, arrive: () => Promise<unknown>): Promise<void> {
  const heard = Promise.withResolvers<void>();
  // Not a socket of the page before, which may have been opening when it was left.
  page.once("domcontentloaded", () => page.once("websocket", (socket) => socket.once("framereceived", () => heard.resolve())));
  await arrive();
  await heard.promise;
}

/** Makes the account and signs it in in this browser. */
export async function join(page: Page, origin: string, account: Account, language: "en" | "he" | "hu" | "ru"): Promise<void> {
  const asked = (await call(page, origin, "identity.signUp", { ...account, language })) as { signUpToken: string };
  await call(page, origin, "identity.confirmSignUp", { ...asked, code: await mailedCode(origin, account.email) });
}

/** Creates a person with an organization from the sales template, signed in in this browser. */
export async function settle(
  page: Page,
  origin: string,
  language: "en" | "he" | "hu" | "ru" = "en",
  account: Account = newAccount(),
): Promise<Account> {
  await join(page, origin, account, language);
  await call(page, origin, "organizations.create", {
    name: "Meridian Solar",
    language,
    template: "sales",
    phone: "+972 50 234 5678",
  });
  return account;
}

/** The same person in another browser. */
export async function signIn(page: Page, origin: string, { email, password }: Account): Promise<void> {
  await call(page, origin, "identity.signIn", { email, password });
}

interface TypeOfCards {
  readonly version: number;
  readonly id: string;
  readonly slug: string;
  readonly fields: readonly { readonly id: string; readonly key: string; readonly options: readonly { readonly id: string }[] }[];
}

/** The card type of that slug. */
export async function typeOf(page: Page, origin: string, slug: string): Promise<TypeOfCards> {
  const types = (await call(page, origin, "cards.types", {})) as TypeOfCards[];
  const type = types.find((candidate) => candidate.slug === slug);
  if (!type) throw new Error(`No card type ${slug}`);
  return type;
}

/** Makes leads with these names, prices (minor units), statuses (by position) and ways to reach them. */
export async function makeLeads(
  page: Page,
  origin: string,
  leads: readonly { name: string; price?: number; status?: number; email?: string; phone?: string }[],
): Promise<void> {
  const type = await typeOf(page, origin, "leads");
  const price = type.fields.find((field) => field.key === "price")?.id ?? "";
  const email = type.fields.find((field) => field.key === "email")?.id ?? "";
  const phone = type.fields.find((field) => field.key === "phone")?.id ?? "";
  const statuses = type.fields.find((field) => field.id === "status")?.options ?? [];
  for (const lead of leads) {
    const fields = {
      name: lead.name,
      ...(lead.price === undefined ? {} : { [price]: lead.price }),
      ...(lead.email === undefined ? {} : { [email]: lead.email }),
      ...(lead.phone === undefined ? {} : { [phone]: lead.phone }),
      ...(lead.status === undefined ? {} : { status: statuses[lead.status]?.id }),
    };
    await call(page, origin, "cards.create", { typeId: type.id, fields });
  }
}
