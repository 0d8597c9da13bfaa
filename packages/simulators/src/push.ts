import { createPublicKey, verify, webcrypto } from "node:crypto";

const { subtle } = webcrypto;

/** A push message as the push service received it and as the browser shows it. */
export interface Pushed {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly ttl: number;
  readonly urgency: string;
  readonly topic: string | undefined;
  /** Text as decrypted by the browser. */
  readonly text: string;
}

/** A browser with a subscription: it alone has the keys that open its messages. */
export interface SimulatedBrowser {
  readonly id: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** The newest last; of each topic the latest. */
  readonly messages: readonly Pushed[];
}

interface Subscribed extends SimulatedBrowser {
  readonly sender: string;
  readonly pair: webcrypto.CryptoKeyPair;
  readonly point: Uint8Array;
  readonly auth: Uint8Array;
  messages: Pushed[];
}

/** A message as it comes over HTTP. */
export interface PushRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const curve = { name: "ECDH", namedCurve: "P-256" } as const;
const mostBytes = 4_096;
const dayMs = 86_400_000;

async function derive(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Promise<Uint8Array> {
  const key = await subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return new Uint8Array(await subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, bytes * 8));
}

/**
 * A push service (RFC 8030) with the browsers that subscribe through it. It refuses what real ones refuse: a sender who cannot prove to be the one that the
 * browser has subscribed to (RFC 8292), a message without TTL or too long. Unlike them it also opens the message (RFC 8291), with nothing of Kartis's own code.
 */
export class PushService {
  readonly #base: string;
  readonly #now: () => number;
  readonly #browsers = new Map<string, Subscribed>();

  /** @param base where its endpoints begin. */
  constructor(base: string, now: () => number = Date.now) {
    this.#base = base;
    this.#now = now;
  }

  get browsers(): readonly SimulatedBrowser[] {
    return [...this.#browsers.values()];
  }

  /** @param sender the public key of whoever may send, as a page gives it to `pushManager.subscribe`. */
  async subscribe(sender: string): Promise<SimulatedBrowser> {
    const pair = await subtle.generateKey(curve, true, ["deriveBits"]);
    const point = new Uint8Array(await subtle.exportKey("raw", pair.publicKey));
    const auth = webcrypto.getRandomValues(new Uint8Array(16));
    const id = base64url(webcrypto.getRandomValues(new Uint8Array(24)));
    const keys = { p256dh: base64url(point), auth: base64url(auth) };
    const browser: Subscribed = { id, endpoint: `${this.#base}/${id}`, keys, sender, pair, point, auth, messages: [] };
    this.#browsers.set(id, browser);
    return browser;
  }

  /** Cancels the browser's subscription: from then on the service answers 410. */
  unsubscribe(id: string): void {
    this.#browsers.delete(id);
  }

  /** Takes a message for a browser. @returns the status, and why. */
  async take(id: string, { headers, body }: PushRequest): Promise<{ status: number; reason: string }> {
    const browser = this.#browsers.get(id);
    if (!browser) return { status: 410, reason: "No such subscription" };
    const stranger = this.#refusal(headers["authorization"] ?? "", browser.sender);
    if (stranger) return { status: 403, reason: stranger };
    const ttl = headers["ttl"] ?? "";
    if (!/^\d+$/.test(ttl)) return { status: 400, reason: "No TTL" };
    const topic = headers["topic"];
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return { status: 400, reason: "Not a topic" };
    const urgency = headers["urgency"] ?? "normal";
    if (!["very-low", "low", "normal", "high"].includes(urgency)) return { status: 400, reason: "Not an urgency" };
    if (body.length > mostBytes) return { status: 413, reason: "Too long" };
    if (headers["content-encoding"] !== "aes128gcm") return { status: 415, reason: "Not aes128gcm" };
    let text: string;
    try {
      text = await open(browser, body);
    } catch {
      // A real service cannot tell, and the browser drops it.
      return { status: 400, reason: "The browser cannot decrypt it" };
    }
    const message: Pushed = {
      id: base64url(webcrypto.getRandomValues(new Uint8Array(9))),
      at: this.#now(),
      ttl: Number(ttl),
      urgency,
      topic,
      text,
    };
    browser.messages = [...browser.messages.filter((other) => topic === undefined || other.topic !== topic), message];
    return { status: 201, reason: "Created" };
  }

  /** Why the sender is not the one that the browser has subscribed to. */
  #refusal(authorization: string, sender: string): string | undefined {
    const [, token = "", key = ""] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
    if (key !== sender) return "Another sender's key";
    const [head = "", claims = "", signature = ""] = token.split(".");
    const point = Buffer.from(key, "base64url");
    const publicKey = createPublicKey({
      format: "jwk",
      key: { kty: "EC", crv: "P-256", x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) },
    });
    const signed = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
    if (!verify("sha256", Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, "base64url")))
      return "Not its signature";
    const said: unknown = JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
    const { aud, exp, sub } = Object(said) as Record<string, unknown>; // each is looked at below
    if (aud !== new URL(this.#base).origin) return "Meant for another service";
    const left = Number(exp) * 1_000 - this.#now();
    if (!(left > 0 && left <= dayMs)) return "Over, or good for more than a day";
    return /^(mailto:.+@|https:\/\/)/.test(String(sub)) ? undefined : "Names nobody to turn to";
  }
}

/** RFC 8188 section 2 and RFC 8291 section 3, as a browser does it. */
async function open({ pair, point, auth }: Subscribed, body: Uint8Array): Promise<string> {
  const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
  const theirs = body.subarray(21, 21 + keyLength);
  const from = await subtle.importKey("raw", theirs, curve, false, []);
  const shared = new Uint8Array(await subtle.deriveBits({ name: "ECDH", public: from }, pair.privateKey, 256));
  const info = (text: string) => Buffer.from(`${text}\0`);
  const secret = await derive(shared, auth, Buffer.concat([info("WebPush: info"), point, theirs]), 32);
  const key = await subtle.importKey(
    "raw",
    await derive(secret, salt, info("Content-Encoding: aes128gcm"), 16),
    "AES-GCM",
    false,
    ["decrypt"],
  );
  const iv = await derive(secret, salt, info("Content-Encoding: nonce"), 12);
  const opened = Buffer.from(await subtle.decrypt({ name: "AES-GCM", iv }, key, body.subarray(21 + keyLength)));
  const end = opened.findLastIndex((byte) => byte !== 0);
  if (opened[end] !== 2) throw new Error("The record does not end");
  return opened.subarray(0, end).toString("utf8");
}
