import { createHmac, timingSafeEqual } from "node:crypto";

/** The account of a customer of the simulated Twilio. */
export interface TwilioAccount {
  readonly sid: string;
  readonly token: string;
}

/** The header that proves a request of Twilio's (facts/messaging, "Twilio signature"). */
export function twilioSignature(url: string, fields: Readonly<Record<string, string>>, token: string): string {
  const said = Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}${value}`);
  return createHmac("sha1", token)
    .update(`${url}${said.join("")}`)
    .digest("base64");
}

/** Whether a request to Twilio's API has the account's credentials. */
export function isAuthorized(authorization: string, { sid, token }: TwilioAccount): boolean {
  const [given, wanted] = [authorization, `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}`].map((one) =>
    Buffer.from(one),
  );
  return given !== undefined && wanted !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted);
}
