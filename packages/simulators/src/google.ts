import { createHash, randomBytes } from "node:crypto";
import { GoogleAccounts } from "./google-accounts.ts";
import { escape } from "./page.ts";
import { pageIcon } from "./page-icon.ts";

/** The one client that the simulator knows. */
export interface GoogleClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
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
  readonly redirectUri: string;
  readonly email: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Asks for a refresh token. */
  readonly isOffline: boolean;
}

const json = (body: unknown, status = 200): SimulatedResponse => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body),
});
const refuse = (error: string) => json({ error }, 400);

const basicScopes: ReadonlySet<string> = new Set(["openid", "email", "profile"]);
const scopesOf = (text: string | null): string[] => (text ?? "").split(" ").filter(Boolean);

/**
 * Google's OpenID Connect and OAuth (discovery, authorization code with PKCE, consent to scopes, refresh and revocation, signed identity tokens) for any address
 * that is typed: everything an application checks is there to be checked, and what Google would refuse is refused. Derives an address's person from it.
 * @param issuer without a slash at the end
 */
export function simulateGoogle(
  issuer: string,
  client: GoogleClient,
  accounts = new GoogleAccounts(),
): (request: SimulatedRequest) => SimulatedResponse {
  const grants = new Map<string, Grant>();

  function authorize({ method, query, form }: SimulatedRequest): SimulatedResponse {
    const redirectUri = query.get("redirect_uri") ?? "";
    const isKnown = query.get("client_id") === client.clientId && client.redirectUris.includes(redirectUri);
    const scopes = scopesOf(query.get("scope"));
    const isCode = query.get("response_type") === "code" && scopes.includes("openid");
    if (!isKnown || !isCode || query.get("code_challenge_method") !== "S256") return refuse("invalid_request");
    const back = new URL(redirectUri);
    back.searchParams.set("state", query.get("state") ?? "");
    back.searchParams.set("iss", issuer);
    const asked = scopes.filter((scope) => !basicScopes.has(scope));
    if (method !== "POST") return page(query.get("login_hint") ?? "", asked);
    const email = form.has("cancel") ? "" : form.get("email")?.trim().toLowerCase();
    if (email) {
      const code = randomBytes(24).toString("base64url");
      const name = form.get("name")?.trim() || email.slice(0, email.indexOf("@"));
      // Boxes that a person has unticked are not in the form.
      const granted = asked.filter((scope) => form.getAll("scope").includes(scope));
      grants.set(code, {
        challenge: query.get("code_challenge") ?? "",
        nonce: query.get("nonce") ?? "",
        redirectUri,
        email,
        name,
        scopes: [...scopes.filter((scope) => basicScopes.has(scope)), ...granted],
        isOffline: query.get("access_type") === "offline",
      });
      back.searchParams.set("code", code);
    } else back.searchParams.set("error", "access_denied");
    return { status: 303, headers: { location: back.href }, body: "" };
  }

  const isClient = (form: URLSearchParams) =>
    form.get("client_id") === client.clientId && form.get("client_secret") === client.clientSecret;

  function token({ form }: SimulatedRequest): SimulatedResponse {
    if (form.get("grant_type") === "refresh_token") return refresh(form);
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    if (!isClient(form)) return refuse("invalid_client");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!grant || form.get("redirect_uri") !== grant.redirectUri || challenge !== grant.challenge) return refuse("invalid_grant");
    return json({
      access_token: accounts.issue(grant),
      token_type: "Bearer",
      expires_in: accounts.accessSeconds,
      scope: grant.scopes.join(" "),
      ...(grant.isOffline ? { refresh_token: accounts.issueRefresh(grant) } : {}),
      id_token: idToken(grant),
    });
  }

  function refresh(form: URLSearchParams): SimulatedResponse {
    const grant = accounts.refreshed(form.get("refresh_token") ?? "");
    if (!isClient(form)) return refuse("invalid_client");
    if (!grant) return json({ error: "invalid_grant", error_description: "Token has been expired or revoked." }, 400);
    const seconds = accounts.accessSeconds;
    return json({
      access_token: accounts.issue(grant),
      token_type: "Bearer",
      expires_in: seconds,
      scope: grant.scopes.join(" "),
    });
  }

  function revoke({ form, query }: SimulatedRequest): SimulatedResponse {
    const given = form.get("token") ?? query.get("token") ?? "";
    const grant = accounts.refreshed(given) ?? accounts.granted(given);
    if (!grant) return refuse("invalid_token");
    accounts.revoke(grant.email);
    return json({});
  }

  function idToken({ email, name, nonce }: Grant): string {
    const now = Math.floor(Date.now() / 1000);
    const domain = email.slice(email.indexOf("@") + 1);
    return accounts.signed({
      iss: issuer,
      aud: client.clientId,
      sub: createHash("sha256").update(email).digest("hex").slice(0, 21),
      iat: now,
      exp: now + 3600,
      ...(nonce ? { nonce } : {}),
      email,
      email_verified: true,
      name,
      // Workspace domains only; an address ending in .outside is another provider's mailbox.
      ...(domain === "gmail.com" || domain.endsWith(".outside") ? {} : { hd: domain }),
    });
  }

  return (request) => {
    switch (request.path) {
      case "/.well-known/openid-configuration":
        return json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          revocation_endpoint: `${issuer}/revoke`,
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
      case "/revoke":
        return request.method === "POST" ? revoke(request) : refuse("invalid_request");
      case "/keys":
        return json({ keys: accounts.keys });
      default:
        return json({ error: "not_found" }, 404);
    }
  };
}

const rights: Readonly<Record<string, string>> = {
  "https://www.googleapis.com/auth/gmail.readonly": "View your email messages and settings",
  "https://www.googleapis.com/auth/gmail.send": "Send email on your behalf",
};

const box = (scope: string): string =>
  `<label class="box"><input type="checkbox" name="scope" value="${escape(scope)}" checked> ${escape(rights[scope] ?? scope)}</label>`;

function page(hint: string, asked: readonly string[]): SimulatedResponse {
  const title = asked.length > 0 ? "Kartis wants access to your Google Account (simulated)" : "Sign in with Google (simulated)";
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
input:not([type="checkbox"]) { box-sizing: border-box; width: 100%; padding: 8px; font: inherit; }
button { margin: 16px 8px 0 0; padding: 8px 16px; font: inherit; }
</style>
</head>
<body>
<h1>${title}</h1>
<p>It never leaves this machine: whoever you say you are, you are.</p>
<form method="post">
  <label>Email <input name="email" type="email" autocomplete="off" required autofocus value="${escape(hint)}"></label>
  <label>Name <input name="name" autocomplete="off"></label>
  ${asked.map(box).join("\n  ")}
  <button>Continue</button>
  <button name="cancel" value="1" formnovalidate>Cancel</button>
</form>
</body>
</html>
`;
  return { status: 200, headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }, body };
}
