import * as z from "zod";
import { findEnv } from "../kernel/env.ts";
import type { OrgId } from "../kernel/id.ts";
import { NoEffect, orNoEffect } from "../outbound/index.ts";
import { mayPass, reasonOf } from "./failures.ts";
import { credentialOf, type StoredNumber } from "./numbers.ts";
import { variablesOf, type WhatsAppFailure } from "./rules.ts";
import { templateStates, type WhatsAppTemplate } from "./schema.ts";

/*
 * WhatsApp's Cloud API (facts/messaging section 6). It has no idempotency key: a message whose answer was lost may have gone out.
 */

const version = "v23.0";
const answerMs = 10_000;
/** A file takes longer on its way. With the message after it, within the time of the function that sends both. */
const uploadMs = 20_000;

/** The credentials and ids for calls to the API. */
export interface GraphAccount {
  /** Origin of the API, without a slash at the end. */
  readonly url: string;
  readonly phoneNumberId: string;
  readonly businessId: string;
  readonly token: string;
}

const graphUrl = (): string => findEnv("WHATSAPP_URL") ?? "https://graph.facebook.com";

export const accountWith = (
  { phoneNumberId, businessId }: Pick<GraphAccount, "phoneNumberId" | "businessId">,
  token: string,
): GraphAccount => ({ url: graphUrl(), phoneNumberId, businessId, token });

export const accountOf = (orgId: OrgId, number: StoredNumber): GraphAccount =>
  accountWith(number, credentialOf(orgId, number, "token"));

/** A refusal by the API: the call certainly had no effect. */
export class GraphRefusal extends NoEffect {
  override name = "GraphRefusal";
  declare readonly reason: WhatsAppFailure;
  readonly code: number | null;
  constructor(code: number | null, status: number) {
    const reason = code === null && status === 429 ? "tooMany" : reasonOf(code);
    super(`WhatsApp refused: ${status}, ${code}`, mayPass(reason), reason);
    this.code = code;
  }
}

const Refused = z.object({ error: z.object({ code: z.number() }) });

/** One call. Throws GraphRefusal if it was refused, and another error if the outcome is unknown. */
async function call(account: GraphAccount, path: string, init: RequestInit = {}, withinMs = answerMs): Promise<unknown> {
  const response = await orNoEffect(() =>
    fetch(`${account.url}/${version}/${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${account.token}` },
      redirect: "error",
      signal: AbortSignal.timeout(withinMs),
    }),
  );
  if (response.ok) return response.json();
  const refused = Refused.safeParse(await response.json().catch(() => undefined));
  // A server error without an error object from Meta says nothing about whether the call took effect.
  if (!refused.success && response.status >= 500) throw new Error(`WhatsApp answered ${response.status}`);
  throw new GraphRefusal(refused.success ? refused.data.error.code : null, response.status);
}

const NumberInfo = z.object({ display_phone_number: z.string().max(40), verified_name: z.string().max(200).default("") });

/** The number as Meta knows it. Throws GraphRefusal for a wrong id or token. */
export async function numberInfo(account: GraphAccount): Promise<{ readonly phone: string; readonly name: string }> {
  const answer = await call(account, `${account.phoneNumberId}?fields=display_phone_number,verified_name`);
  const { display_phone_number: phone, verified_name: name } = NumberInfo.parse(answer);
  return { phone, name };
}

const Templates = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.enum(templateStates).catch("PENDING"),
      components: z.array(z.object({ type: z.string(), text: z.string().optional(), format: z.string().optional() })).default([]),
    }),
  ),
});
const mostTemplates = 250;

/** The templates of the business, in each of their languages; limited to the first page. */
export async function templatesOf(account: GraphAccount): Promise<WhatsAppTemplate[]> {
  const query = `fields=name,language,status,components&limit=${mostTemplates}`;
  const { data } = Templates.parse(await call(account, `${account.businessId}/message_templates?${query}`));
  return data.map(({ name, language, status, components }) => {
    const body = components.find(({ type }) => type === "BODY")?.text ?? "";
    const others = components.filter(({ type }) => type === "HEADER" || type === "BUTTONS");
    const needsMore = others.some(({ format, text = "" }) => (format ?? "TEXT") !== "TEXT" || variablesOf(text).length > 0);
    return { name, language, state: status, body, variables: variablesOf(body), isPlain: !needsMore };
  });
}

/** The content of a message, in the API's format. */
export type GraphMessage = { readonly type: string } & Readonly<Record<string, unknown>>;

const Sent = z.object({ messages: z.array(z.object({ id: z.string().min(1).max(300) })).min(1) });

/**
 * Sends one message; it is not repeated.
 * @param note is returned with each report about it
 * @returns Meta's id. Throws `NoEffect` if the message certainly was not accepted.
 */
export async function sendMessage(
  account: GraphAccount,
  { to, message, answers, note }: { to: string; message: GraphMessage; answers: string | null; note: string },
): Promise<string> {
  const body = {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: to.replace(/\D/g, ""),
    ...(answers ? { context: { message_id: answers } } : {}),
    biz_opaque_callback_data: note,
    ...message,
  };
  const answer = await call(account, `${account.phoneNumberId}/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const [first] = Sent.parse(answer).messages;
  if (!first) throw new Error("WhatsApp has taken a message without an id");
  return first.id;
}

const Uploaded = z.object({ id: z.string().min(1).max(300) });

/**
 * Uploads a file that a message can then carry. Harmless to repeat: whatever becomes of the upload, the customer has got nothing yet.
 * @returns its id, which Meta keeps for 30 days. Throws `NoEffect` only
 */
export async function uploadMedia(
  account: GraphAccount,
  { name, mime, content }: { readonly name: string; readonly mime: string; readonly content: Uint8Array },
): Promise<string> {
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", mime);
  form.set("file", new Blob([new Uint8Array(content)], { type: mime }), name);
  try {
    return Uploaded.parse(await call(account, `${account.phoneNumberId}/media`, { method: "POST", body: form }, uploadMs)).id;
  } catch (error) {
    if (error instanceof NoEffect) throw error;
    throw new NoEffect(error, true, "busy");
  }
}

const Media = z.object({ url: z.string(), file_size: z.union([z.number(), z.string()]).transform(Number).optional() });

/** The file is larger than Kartis accepts. */
export class TooLarge extends NoEffect {
  override name = "TooLarge";
  constructor() {
    super("A file of WhatsApp's is too large", false, "tooLarge");
  }
}

/** Downloads a file that somebody sent, up to `mostBytes`. Its URL is valid for five minutes and requires our token. */
export async function fetchMedia(account: GraphAccount, mediaId: string, mostBytes: number): Promise<Uint8Array> {
  const { url, file_size: size } = Media.parse(await call(account, encodeURIComponent(mediaId)));
  if (size !== undefined && size > mostBytes) throw new TooLarge();
  requireTrusted(url);
  const response = await orNoEffect(() =>
    fetch(url, {
      headers: { authorization: `Bearer ${account.token}` },
      redirect: "error",
      signal: AbortSignal.timeout(answerMs),
    }),
  );
  if (!response.ok || !response.body) throw new NoEffect(`Media: ${response.status}`, response.status >= 500, "media");
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    // The announced size may be wrong.
    if (bytes > mostBytes) throw new TooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Our token is sent to Meta only, whatever URL an answer contains. */
function requireTrusted(url: string): void {
  const { protocol, hostname, origin } = new URL(url);
  const isMeta = protocol === "https:" && /(^|\.)(facebook\.com|fbsbx\.com|fbcdn\.net)$/.test(hostname);
  if (!isMeta && origin !== new URL(graphUrl()).origin) throw new NoEffect("Media at a foreign address", false, "media");
}
