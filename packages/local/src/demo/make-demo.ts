/*
 * The demo organization on this machine: what core makes of it, and what only comes about in a cloud that runs: conversations, calls, a lead form's submissions and automations' runs,
 * by way of the simulators of the outside world. Owns nothing.
 */
import { cardTypesOf, findCards } from "@kartis/core/cards/index.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { demoAccount, seedDemo } from "@kartis/core/demo/index.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { CardId, OrgId } from "@kartis/core/kernel/id.ts";
import { voipPath } from "../voip.ts";
import { makeAutomations } from "./automations.ts";
import { connectTelephony, makeCalls, reportsUrlOf } from "./calls.ts";
import { connectWhatsApp, makeConversations, subscribeWhatsApp } from "./conversations.ts";
import { makeLeadForm } from "./lead-form.ts";
import { demoMember } from "./member.ts";

/**
 * Makes the demo organization unless it is there, and connects it with the simulators in any case: they forget when they end. The process's environment has to be
 * a function's. @param origin of the gateway, which has to listen
 */
export async function makeDemo(origin: string): Promise<{ readonly email: string; readonly password: string }> {
  const { email, password } = demoAccount;
  const { orgId, ownerId, made } = await seedDemo(systemClock);
  const noa = demoMember(orgId, ownerId);
  const types = new Map((await cardTypesOf(orgId)).map((type) => [type.slug, type]));
  const leads = types.get("leads");
  if (made && leads) {
    await connectTelephony(noa, made.team);
    await connectWhatsApp(noa, leads.id);
  }
  await subscribeWhatsApp(noa, origin);
  const url = await reportsUrlOf(noa);
  if (url) await fetch(`${origin}${voipPath}/hook`, { method: "POST", body: new URLSearchParams({ url }), redirect: "manual" });
  if (!made || !leads) return { email, password };
  await makeAutomations(noa, types, made.newest);
  await makeLeadForm(noa, leads);
  const phones = await phonesOf(orgId, types.get("customers"), made.newest.get("customers") ?? []);
  await makeConversations(noa, origin, made.team, phones);
  if (url) await makeCalls(url, phones, Date.now());
  return { email, password };
}

/** The cards' numbers. */
async function phonesOf(
  orgId: OrgId,
  type: CardType | undefined,
  cardIds: readonly CardId[],
): Promise<ReadonlyMap<CardId, string>> {
  const field = type?.fields.find((one) => one.type === "phone");
  const cards = await findCards(orgId, cardIds);
  return new Map(
    [...cards].flatMap(([id, { fields }]) => {
      const phone = field && fields[field.id];
      return typeof phone === "string" ? [[id, phone] as const] : [];
    }),
  );
}
