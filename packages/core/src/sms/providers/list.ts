import { env, findEnv } from "../../kernel/env.ts";
import type { SmsAccount, SmsProvider } from "./definition.ts";
import { twilio } from "./twilio.ts";

/** SMS providers, by the name that selects one in a deployment's settings. */
const providers: Readonly<Record<string, SmsProvider>> = { twilio };

/** The deployment's provider and account. Throws if it has none. */
export function smsProvider(): { readonly provider: SmsProvider; readonly account: SmsAccount } {
  const name = env("SMS_PROVIDER");
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (!provider) throw new Error(`No provider of SMS is called ${name}`);
  const url = findEnv("SMS_URL") ?? "https://api.twilio.com";
  return { provider, account: { url, account: env("SMS_ACCOUNT"), secret: env("SMS_SECRET") } };
}
