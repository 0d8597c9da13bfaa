import { env, findEnv } from "../../kernel/env.ts";
import type { SmsAccount, SmsProvider } from "./definition.ts";
import { twilio } from "./twilio.ts";

/** Providers of SMS, by the name that a deployment chooses one with. */
const providers: Readonly<Record<string, SmsProvider>> = { twilio };

/** The deployment's provider and account. Throws where it has none. */
export function smsProvider(): { readonly provider: SmsProvider; readonly account: SmsAccount } {
  const name = env("SMS_PROVIDER");
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (!provider) throw new Error(`No provider of SMS is called ${name}`);
  const url = findEnv("SMS_URL") ?? "https://api.twilio.com";
  return { provider, account: { url, account: env("SMS_ACCOUNT"), secret: env("SMS_SECRET") } };
}
