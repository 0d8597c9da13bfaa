import type { Page } from "playwright-core";
import { expect } from "vitest";
import * as z from "zod";
import type { App } from "./app.ts";
import { soon } from "./calendar.ts";
import { call, typeOf } from "./person.ts";

const Phones = z.object({ messages: z.array(z.object({ text: z.string() })) });
const Made = z.object({ id: z.string() });

/** Helpers for tests of SMS, for the app that is running when they are called. */
export function smsOf(current: () => App) {
  /** What the simulated phone has received, the newest first. */
  const textsTo = async (phone: string): Promise<string[]> => {
    const received = await fetch(`${current().origin}/local/sms.json?to=${encodeURIComponent(phone)}`);
    return Phones.parse(await received.json()).messages.map(({ text }) => text);
  };
  /** The code that the phone gets for a sender. */
  const codeFor = async (phone: string): Promise<string> => {
    await expect.poll(async () => (await textsTo(phone)).length, soon).toBeGreaterThan(0);
    return /\d{6}/.exec((await textsTo(phone))[0] ?? "")?.[0] ?? expect.fail("no code");
  };
  return {
    textsTo,
    codeFor,

    /** Gives the person's organization a sender, verified by the code that the phone gets. */
    makeSender: async (page: Page, phone: string, name = "MeridianSun"): Promise<void> => {
      const { origin } = current();
      const { id: senderId } = Made.parse(await call(page, origin, "sms.requestSender", { name, phone }));
      await call(page, origin, "sms.verifySender", { senderId, code: await codeFor(phone) });
    },

    /** Makes a lead with this number, and returns its id. */
    leadWith: async (page: Page, phone: string): Promise<string> => {
      const { origin } = current();
      const { id: typeId, fields } = await typeOf(page, origin, "leads");
      const phoneField = fields.find(({ key }) => key === "phone")?.id ?? "";
      const values = { name: "Galil Cold Storage", [phoneField]: phone };
      return Made.parse(await call(page, origin, "cards.create", { typeId, fields: values })).id;
    },
  };
}
