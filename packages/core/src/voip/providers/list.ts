import { findEnv } from "../../kernel/env.ts";
import type { VoipAccount, VoipProvider } from "./definition.ts";
import { twilio } from "./twilio.ts";
import { voicenter } from "./voicenter.ts";

/** Telephony providers, by name; to add one, add a line. */
const providers: Readonly<Record<string, VoipProvider>> = { voicenter, twilio };

export const providerNames: readonly string[] = Object.keys(providers);

export const providerCalled = (name: string): VoipProvider | undefined =>
  Object.hasOwn(providers, name) ? providers[name] : undefined;

/** An account with these values. Its address is the provider's own, or on one's own machine that of the simulators. */
export function accountWith(name: string, values: VoipAccount["values"]): VoipAccount {
  const simulators = findEnv("VOIP_URL");
  return { url: simulators ? `${simulators}/${name}` : (providerCalled(name)?.url ?? ""), values };
}
