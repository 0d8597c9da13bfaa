/* What all of Twilio's products have in common: how requests to it are authorized, what it refuses with, and how its own are signed (facts/messaging section 3). */
import { createHmac } from "node:crypto";
import * as z from "zod";
import { orNoEffect } from "../outbound/index.ts";
import { isSameSecret } from "../kernel/same-secret.ts";

const answerMs = 10_000;

export interface TwilioAccount {
  /** Origin of its API, without a slash at the end. */
  readonly url: string;
  readonly sid: string;
  readonly token: string;
}

/** One request, which is not repeated. @param form the fields of a POST; without them, it is a GET */
export const askTwilio = ({ url, sid, token }: TwilioAccount, path: string, form?: URLSearchParams): Promise<Response> =>
  orNoEffect(() =>
    fetch(`${url}/2010-04-01/Accounts/${encodeURIComponent(sid)}/${path}`, {
      method: form ? "POST" : "GET",
      headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}` },
      ...(form ? { body: form } : {}),
      redirect: "error",
      signal: AbortSignal.timeout(answerMs),
    }),
  );

const Refused = z.object({ code: z.number() }).partial();

/** The code of a refusal, if it has one. */
export const refusalCode = async (response: Response): Promise<number | null> =>
  Refused.catch({}).parse(await response.json().catch(() => undefined)).code ?? null;

/** The URL with its port left out or named: the signature is over either. */
function spellings(url: string): string[] {
  const { protocol, host, port } = new URL(url);
  const origin = `${protocol}//${host}`;
  const standard = protocol === "https:" ? "443" : "80";
  return port === "" ? [url, `${origin}:${standard}${url.slice(origin.length)}`] : [url];
}

/** Whether Twilio has sent the fields to the URL: HMAC-SHA1 over that and the fields, sorted by name (facts/messaging, "Twilio signature"). */
export function isTwilios(url: string, fields: URLSearchParams, signature: string, token: string): boolean {
  const names = [...new Set(fields.keys())].toSorted();
  const said = names.flatMap((name) => [...new Set(fields.getAll(name))].toSorted().map((value) => `${name}${value}`)).join("");
  const given = Buffer.from(signature, "base64");
  return spellings(url).some((spelt) => {
    const made = createHmac("sha1", token).update(`${spelt}${said}`).digest();
    return isSameSecret(given, made);
  });
}
