import { pageIcon } from "./page-icon.ts";
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** The one client that the simulator knows. */
export interface GoogleClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

export interface SimulatedRequest {
  readonly method: string;
  /** Below the issuer's, e.g. `/token`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Fields of a form in the body. */
  readonly form: URLSearchParams;
}

export interface SimulatedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Grant {
  readonly challenge: string;
  readonly nonce: string;
  readonly email: string;
  readonly name: string;
}

const json = (body: unknown, status = 200): SimulatedResponse => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body),
});
const refuse = (error: string) => json({ error }, 400);
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * Google's OpenID Connect (discovery, authorization code with PKCE, signed identity tokens) for any address that is typed: everything an application checks is
 * there to be checked, and what Google would refuse is refused. Derives an address's person from it.
 * @param issuer without a slash at the end
 */
export function simulateGoogle(issuer: string, client: GoogleClient): (request: SimulatedRequest) => SimulatedResponse {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const grants = new Map<string, Grant>();

  function authorize({ method, query, form }: SimulatedRequest): SimulatedResponse {
    const isKnown = query.get("client_id") === client.clientId && query.get("redirect_uri") === client.redirectUri;
    const isCode = query.get("response_type") === "code" && (query.get("scope") ?? "").split(" ").includes("openid");
    if (!isKnown || !isCode || query.get("code_challenge_method") !== "S256") return refuse("invalid_request");
    const back = new URL(client.redirectUri);
    back.searchParams.set("state", query.get("state") ?? "");
    back.searchParams.set("iss", issuer);
    const email = form.has("cancel") ? "" : form.get("email")?.trim().toLowerCase();
    if (method !== "POST") return page();
    if (email) {
      const code = randomBytes(24).toString("base64url");
      const name = form.get("name")?.trim() || email.slice(0, email.indexOf("@"));
      grants.set(code, { challenge: query.get("code_challenge") ?? "", nonce: query.get("nonce") ?? "", email, name });
      back.searchParams.set("code", code);
    } else back.searchParams.set("error", "access_denied");
    return { status: 303, headers: { location: back.href }, body: "" };
  }

  function token({ form }: SimulatedRequest): SimulatedResponse {
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    if (form.get("client_id") !== client.clientId || form.get("client_secret") !== client.clientSecret)
      return refuse("invalid_client");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!grant || form.get("redirect_uri") !== client.redirectUri || challenge !== grant.challenge)
      return refuse("invalid_grant");
    return json({
      access_token: randomBytes(16).toString("hex"),
      token_type: "Bearer",
      expires_in: 3600,
      id_token: idToken(grant),
    });
  }

  function idToken({ email, name, nonce }: Grant): string {
    const now = Math.floor(Date.now() / 1000);
    const domain = email.slice(email.indexOf("@") + 1);
    const claims = {
      iss: issuer,
      aud: client.clientId,
      sub: createHash("sha256").update(email).digest("hex").slice(0, 21),
      iat: now,
      exp: now + 3600,
      nonce,
      email,
      email_verified: true,
      name,
      // Workspace domains only; an address ending in .outside is another provider's mailbox.
      ...(domain === "gmail.com" || domain.endsWith(".outside") ? {} : { hd: domain }),
    };
    const signed = `${base64url({ alg: "RS256", typ: "JWT", kid: "1" })}.${base64url(claims)}`;
    return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
  }

  return (request) => {
    switch (request.path) {
      case "/.well-known/openid-configuration":
        return json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
          code_challenge_methods_supported: ["S256"],
          authorization_response_iss_parameter_supported: true,
        });
      case "/authorize":
        return authorize(request);
      case "/token":
        return request.method === "POST" ? token(request) : refuse("invalid_request");
      case "/keys":
        return json({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] });
      default:
        return json({ error: "not_found" }, 404);
    }
  };
}

function page(): SimulatedResponse {
  const title = "Sign in with Google (simulated)";
  const body = `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${pageIcon}
<title>${title}</title>
<style>
body { font: 14px/1.5 system-ui, sans-serif; max-width: 360px; margin: 12vh auto; padding: 0 16px; }
label { display: block; margin-top: 12px; }
input { box-sizing: border-box; width: 100%; padding: 8px; font: inherit; }
button { margin: 16px 8px 0 0; padding: 8px 16px; font: inherit; }
</style>
</head>
<body>
<h1>${title}</h1>
<p>It never leaves this machine: whoever you say you are, you are.</p>
<form method="post">
  <label>Email <input name="email" type="email" autocomplete="off" required autofocus></label>
  <label>Name <input name="name" autocomplete="off"></label>
  <button>Continue</button>
  <button name="cancel" value="1" formnovalidate>Cancel</button>
</form>
</body>
</html>
`;
  return { status: 200, headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }, body };
}
