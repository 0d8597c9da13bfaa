import { createHash, createHmac, randomBytes } from "node:crypto";

/** The ways in which the simulated provider, and the phones behind it, can behave. */
export const whatsappWeathers = {
  fine: "Delivers, and the message is read",
  delivered: "Delivers, and nobody reads",
  offline: "Takes it, and the phone is off",
  undeliverable: "Takes it, then cannot deliver (131026)",
  reengagement: "Takes it, then says 24 hours have passed (131047)",
  optedOut: "Takes it, then says that the customer wants no more (131050)",
  busy: "Refuses for the moment (130429)",
  pair: "Refuses, too many to this person (131056)",
  expired: "Says that the token has expired (190)",
  broken: "Answers 503",
  lostBefore: "Ends the connection before it has taken anything",
  uploadLost: "Takes files, but the answer to their upload is lost",
  uploadBroken: "Answers uploads of files with 503, and takes messages",
  lost: "Takes it, and the answer is lost",
  muddled: "Reports read, delivered and sent, twice, in this order",
} as const;
export type WhatsAppWeather = keyof typeof whatsappWeathers;
export const isWhatsAppWeather = (text: string): text is WhatsAppWeather => Object.hasOwn(whatsappWeathers, text);

/** The business as the provider knows it. */
export interface WhatsAppBusiness {
  readonly phoneNumberId: string;
  readonly businessId: string;
  readonly phone: string;
  readonly name: string;
  readonly token: string;
  readonly appSecret: string;
}

/** A message on a simulated phone. */
export interface SimulatedMessage {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The person's number: digits. */
  readonly phone: string;
  readonly isFromPhone: boolean;
  readonly text: string;
  readonly kind: string;
  readonly status: "accepted" | "sent" | "delivered" | "read" | "failed";
}

/** A call as received over HTTP; its path begins with the version. */
export interface GraphRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly body: Buffer;
  readonly contentType: string;
}

/** `null`: the connection ends without an answer. */
export type GraphAnswer = { readonly status: number; readonly body: unknown; readonly mime?: string } | null;

interface Template {
  readonly name: string;
  readonly language: string;
  readonly status: string;
  readonly body: string;
}

const estimate: Readonly<Record<string, string>> = {
  en: "Hello {{1}}, the estimate for {{2}} is ready. May we call you?",
  he: "שלום {{1}}, הצעת המחיר עבור {{2}} מוכנה. אפשר להתקשר?",
  hu: "Kedves {{1}}, elkészült az árajánlat: {{2}}. Felhívhatjuk?",
  ru: "Здравствуйте, {{1}}! Смета «{{2}}» готова. Можно вам позвонить?",
};
const templates: readonly Template[] = [
  ...Object.entries(estimate).map(([language, body]) => ({ name: "estimate_ready", language, status: "APPROVED", body })),
  {
    name: "missing_documents",
    language: "en",
    status: "APPROVED",
    body: "Some documents are still missing. Please send them here.",
  },
  { name: "missing_documents", language: "he", status: "APPROVED", body: "חסרים עדיין כמה מסמכים. אפשר לשלוח אותם כאן." },
  { name: "payment_link", language: "en", status: "PENDING", body: "You can pay here: {{1}}" },
];

const meanings: Readonly<Record<number, string>> = {
  100: "Invalid parameter",
  190: "Error validating access token: Session has expired",
  130429: "Rate limit hit",
  131026: "Message undeliverable",
  131047: "Re-engagement message",
  131050: "User has stopped marketing messages from your business",
  131053: "Media upload error",
  131056: "Pair rate limit hit",
  132000: "Number of parameters does not match the expected number of params",
  132001: "Template name does not exist in the translation",
  132015: "Template is paused",
};
const refusal = (status: number, code: number): GraphAnswer => ({
  status,
  body: {
    error: {
      message: `(#${code}) ${meanings[code] ?? "Error"}`,
      type: "OAuthException",
      code,
      error_data: { messaging_product: "whatsapp", details: meanings[code] ?? "Error" },
      fbtrace_id: randomBytes(8).toString("hex"),
    },
  },
});

const dayMs = 24 * 3_600_000;
const part = (value: unknown, name: string): unknown => (Object(value) as Record<string, unknown>)[name];
const textIn = (value: unknown, name: string): string => {
  const found = part(value, name);
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
};

/**
 * WhatsApp's Cloud API with the phones behind it. It speaks the Graph API's wire format and shares no code with Kartis. What happens on the phones is sent to the
 * app's webhook URL, signed as Meta signs. More than 24 hours after a phone's last message it accepts templates only.
 */
export class WhatsApp {
  weather: WhatsAppWeather = "fine";
  /** Webhook URLs of the apps that have been verified. */
  readonly hooks = new Set<string>();
  readonly business: WhatsAppBusiness;
  readonly #now: () => number;
  readonly #messages = new Map<string, SimulatedMessage>();
  readonly #notes = new Map<string, string>();
  readonly #media = new Map<string, { readonly mime: string; readonly content: Buffer }>();
  readonly #lastFrom = new Map<string, number>();
  /** Names that people have given themselves. */
  readonly #names = new Map<string, string>();
  readonly #mediaUrl: string;
  /** Messages accepted, whether or not the answer arrived. */
  #accepted = 0;
  /** Calls of any kind, accepted or refused. */
  #calls = 0;

  /** @param mediaUrl base URL of the files it serves */
  constructor(business: WhatsAppBusiness, mediaUrl: string, now: () => number = Date.now) {
    this.business = business;
    this.#mediaUrl = mediaUrl;
    this.#now = now;
  }

  /** The newest first. */
  get messages(): readonly SimulatedMessage[] {
    return [...this.#messages.values()].toReversed();
  }
  get accepted(): number {
    return this.#accepted;
  }
  get calls(): number {
    return this.#calls;
  }

  /** Handles a call of its API. Reports follow through `reports`, after the answer is out. */
  take({ method, path, authorization, body, contentType }: GraphRequest): GraphAnswer {
    this.#calls++;
    if (this.weather === "broken") return { status: 503, body: "Service unavailable" };
    if (authorization !== `Bearer ${this.business.token}` || this.weather === "expired") return refusal(401, 190);
    const file = /^\/media\/([\w-]+)$/.exec(path)?.[1];
    if (file) {
      const found = this.#media.get(file);
      return found ? { status: 200, body: found.content, mime: found.mime } : refusal(404, 100);
    }
    const [, route = ""] = /^\/v\d+\.0\/([^?]+)/.exec(path) ?? [];
    const { phoneNumberId, businessId, phone, name } = this.business;
    if (method === "GET" && route === phoneNumberId)
      return { status: 200, body: { display_phone_number: phone, verified_name: name, id: phoneNumberId } };
    if (method === "GET" && route === `${businessId}/message_templates`)
      return { status: 200, body: { data: templates.map(shape) } };
    if (method === "GET" && this.#media.has(route)) return this.#describe(route);
    if (method === "POST" && route === `${phoneNumberId}/media`) return this.#upload(body, contentType);
    if (method === "POST" && route === `${phoneNumberId}/messages`) return this.#send(body);
    return refusal(400, 100);
  }

  #describe(id: string): GraphAnswer {
    const { mime = "", content = Buffer.alloc(0) } = this.#media.get(id) ?? {};
    const sha256 = createHash("sha256").update(content).digest("hex");
    const about = { messaging_product: "whatsapp", id, mime_type: mime, sha256, file_size: content.length };
    return { status: 200, body: { ...about, url: `${this.#mediaUrl}/media/${id}` } };
  }

  #upload(body: Buffer, contentType: string): GraphAnswer {
    if (this.weather === "uploadLost") return null;
    if (this.weather === "uploadBroken") return { status: 503, body: "Service unavailable" };
    const boundary = /boundary=(.+)$/.exec(contentType)?.[1] ?? "";
    const parts = body.toString("latin1").split(`--${boundary}`);
    const file = parts.find((one) => /name="file"/.test(one));
    const [head = "", ...rest] = file?.split("\r\n\r\n") ?? [];
    if (!file || rest.length === 0) return refusal(400, 131053);
    const content = Buffer.from(rest.join("\r\n\r\n").replace(/\r\n$/, ""), "latin1");
    return { status: 200, body: { id: this.#keep(/content-type: ([^\r\n]+)/i.exec(head)?.[1] ?? "", content) } };
  }

  #keep(mime: string, content: Buffer): string {
    const id = String(10 ** 14 + this.#media.size);
    this.#media.set(id, { mime, content });
    return id;
  }

  #send(raw: Buffer): GraphAnswer {
    if (this.weather === "lostBefore") return null;
    const body: unknown = JSON.parse(raw.toString("utf8"));
    const phone = textIn(body, "to").replace(/\D/g, "");
    const type = textIn(body, "type");
    const code = this.#wrongIn(body, phone, type);
    if (code) return refusal(code === 132001 ? 404 : 400, code);
    if (this.weather === "busy") return refusal(400, 130429);
    if (this.weather === "pair") return refusal(400, 131056);
    const id = `wamid.${randomBytes(24).toString("base64url")}`;
    this.#messages.set(id, {
      id,
      at: this.#now(),
      phone,
      isFromPhone: false,
      kind: type,
      text: this.#textOf(body, type),
      status: "accepted",
    });
    this.#notes.set(id, textIn(body, "biz_opaque_callback_data"));
    this.#accepted++;
    if (this.weather === "lost") return null;
    return {
      status: 200,
      body: { messaging_product: "whatsapp", contacts: [{ input: phone, wa_id: phone }], messages: [{ id }] },
    };
  }

  #textOf(body: unknown, type: string): string {
    const content = part(body, type);
    if (type === "text") return textIn(content, "body");
    if (type !== "template") return textIn(content, "caption") || textIn(content, "filename");
    const found = this.#templateOf(content);
    return this.#valuesOf(content).reduce((text, value, at) => text.replaceAll(`{{${at + 1}}}`, value), found?.body ?? "");
  }

  #templateOf(content: unknown): Template | undefined {
    const [name, language] = [textIn(content, "name"), textIn(part(content, "language"), "code")];
    return templates.find((one) => one.name === name && one.language === language);
  }

  #valuesOf(content: unknown): string[] {
    const components = part(content, "components");
    const body = Array.isArray(components) ? components.find((one) => textIn(one, "type") === "body") : undefined;
    const parameters = part(body, "parameters");
    return Array.isArray(parameters) ? parameters.map((one) => textIn(one, "text")) : [];
  }

  #wrongIn(body: unknown, phone: string, type: string): number | undefined {
    if (textIn(body, "messaging_product") !== "whatsapp" || !/^\d{7,15}$/.test(phone)) return 100;
    const content = part(body, type);
    if (type === "template") {
      const found = this.#templateOf(content);
      if (!found || found.status === "PENDING") return 132001;
      if (found.status === "PAUSED") return 132015;
      return new Set(found.body.match(/\{\{\d+\}\}/g)).size === this.#valuesOf(content).length ? undefined : 132000;
    }
    if (this.#now() - (this.#lastFrom.get(phone) ?? -Infinity) > dayMs) return 131047;
    if (type === "text") return textIn(content, "body") === "" || textIn(content, "body").length > 4_096 ? 100 : undefined;
    return this.#media.has(textIn(content, "id")) ? undefined : 100;
  }

  /** Advances the message as the current weather has it. @returns the calls to make, in this order */
  reports(id: string): readonly unknown[] {
    const all = (...states: readonly SimulatedMessage["status"][]) => states.flatMap((status) => this.settle(id, status));
    switch (this.weather) {
      case "delivered":
        return all("sent", "delivered");
      case "offline":
        return all("sent");
      case "undeliverable":
        return this.settle(id, "failed", 131026);
      case "reengagement":
        return this.settle(id, "failed", 131047);
      case "optedOut":
        return this.settle(id, "failed", 131050);
      case "muddled": {
        const [sent, delivered, read] = [all("sent"), all("delivered"), all("read")];
        return [...read, ...delivered, ...sent, ...read, ...delivered];
      }
      default:
        return all("sent", "delivered", "read");
    }
  }

  /** Sets a message's state. @returns the call that reports it */
  settle(id: string, status: SimulatedMessage["status"], code?: number): readonly unknown[] {
    const message = this.#messages.get(id);
    if (!message) return [];
    this.#messages.set(id, { ...message, status });
    const note = this.#notes.get(id);
    const said = {
      id,
      status,
      timestamp: String(Math.floor(this.#now() / 1000)),
      recipient_id: message.phone,
      ...(note ? { biz_opaque_callback_data: note } : {}),
      ...(code
        ? { errors: [{ code, title: meanings[code] ?? "Error", error_data: { details: meanings[code] ?? "Error" } }] }
        : {}),
    };
    return [this.#call({ statuses: [said] })];
  }

  /** Writes a message from a phone. @returns the call that delivers it */
  write(
    phone: string,
    content: { readonly type: string } & Readonly<Record<string, unknown>>,
    { name = "", answers, at = this.#now() }: { name?: string; answers?: string; at?: number } = {},
  ): unknown {
    const digits = phone.replace(/\D/g, "");
    const id = `wamid.${randomBytes(24).toString("base64url")}`;
    const { type } = content;
    if (name) this.#names.set(digits, name);
    this.#lastFrom.set(digits, Math.max(at, this.#lastFrom.get(digits) ?? 0));
    const text = textIn(content[type], "body") || textIn(content[type], "caption") || textIn(content[type], "emoji");
    this.#messages.set(id, { id, at, phone: digits, isFromPhone: true, kind: type, text, status: "read" });
    const context = answers ? { context: { from: this.business.phoneNumberId, id: answers } } : {};
    const message = { from: digits, id, timestamp: String(Math.floor(at / 1000)), ...context, ...content };
    return this.#call({
      contacts: [{ profile: { name: this.#names.get(digits) ?? digits }, wa_id: digits }],
      messages: [message],
    });
  }

  /** Stores a file on a phone, for a message to carry. @returns its id */
  keepFile(mime: string, content: Buffer): string {
    return this.#keep(mime, content);
  }

  #call(said: Readonly<Record<string, unknown>>): unknown {
    const { phone, phoneNumberId, businessId } = this.business;
    const metadata = { display_phone_number: phone.replace(/\D/g, ""), phone_number_id: phoneNumberId };
    const value = { messaging_product: "whatsapp", metadata, ...said };
    return { object: "whatsapp_business_account", entry: [{ id: businessId, changes: [{ field: "messages", value }] }] };
  }

  /** The header that authenticates a call, over exactly these bytes. */
  signatureOf(body: string | Buffer): string {
    return `sha256=${createHmac("sha256", this.business.appSecret).update(body).digest("hex")}`;
  }
}

const shape = ({ name, language, status, body }: Template) => ({
  name,
  language,
  status,
  category: "UTILITY",
  components: [{ type: "BODY", text: body }],
});
