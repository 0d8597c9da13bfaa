import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

interface Grant {
  readonly email: string;
  readonly scopes: readonly string[];
}

/** What Google's servers share: the key with which they sign, and the tokens that they have given out. */
export class GoogleAccounts {
  readonly #pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  readonly #now: () => number;
  readonly #access = new Map<string, Grant & { readonly until: number }>();
  readonly #refresh = new Map<string, Grant>();
  readonly accessSeconds = 3_599;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get keys(): readonly unknown[] {
    return [{ ...this.#pair.publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }];
  }

  /** A signed token (RFC 7519). */
  signed(claims: object, header: object = { alg: "RS256", typ: "JWT", kid: "1" }): string {
    const text = `${base64url(header)}.${base64url(claims)}`;
    return `${text}.${sign("sha256", Buffer.from(text), this.#pair.privateKey).toString("base64url")}`;
  }

  /** A token for calls. */
  issue(grant: Grant): string {
    const token = `ya29.${randomBytes(24).toString("base64url")}`;
    this.#access.set(token, { ...grant, until: this.#now() + this.accessSeconds * 1_000 });
    return token;
  }

  /** A token for further ones. */
  issueRefresh(grant: Grant): string {
    const token = `1//${randomBytes(24).toString("base64url")}`;
    this.#refresh.set(token, grant);
    return token;
  }

  refreshed(token: string): Grant | undefined {
    return this.#refresh.get(token);
  }

  /** Whose calls the token allows, and which; undefined if it is unknown or has ended. */
  granted(token: string): Grant | undefined {
    const grant = this.#access.get(token);
    return grant && grant.until > this.#now() ? grant : undefined;
  }

  /** Ends all access to the account, as when its person withdraws their consent. */
  revoke(email: string): void {
    for (const tokens of [this.#access, this.#refresh])
      for (const [token, grant] of tokens) if (grant.email === email) tokens.delete(token);
  }

  /** Access tokens end, and refresh tokens stay. */
  age(): void {
    this.#access.clear();
  }
}
