import { googleSignIn } from "@kartis/core/identity/index.ts";
import { pathAfterSignIn } from "@kartis/core/identity/rules.ts";
import { languages } from "@kartis/core/identity/schema.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import { readCookies } from "./cookies.ts";
import { log } from "./log.ts";
import type { Route } from "./routes.ts";

const keptCookie = "kartis_google";
/** Where to redirect after sign-in; stored separately, because neither Google nor the sign-in needs it. */
const nextCookie = "kartis_next";
const keptSeconds = 10 * 60;

const redirect = (location: string) => ({ statusCode: 302, headers: { location }, body: "" });

/** Redirects to Google, to choose an account. */
export const signInWithGoogle: Route = async (event, context) => {
  const { startGoogle } = await googleSignIn();
  const { url, kept } = await startGoogle();
  context.setCookie({ name: keptCookie, value: kept, maxAgeSeconds: keptSeconds });
  const next = pathAfterSignIn(event.queryStringParameters?.["next"], env("PUBLIC_ORIGIN"));
  context.setCookie({ name: nextCookie, value: encodeURIComponent(next ?? ""), maxAgeSeconds: next ? keptSeconds : 0 });
  return redirect(url.href);
};

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

/**
 * Back from Google. Anything left to ask or report is put after the `#`, which goes into no log and to no other site: the challenge of the second factor, or
 * why it did not work.
 */
export const finishWithGoogle: Route = async (event, context) => {
  const origin = env("PUBLIC_ORIGIN");
  const cookies = readCookies(event.cookies ?? [], origin);
  const kept = cookies.get(keptCookie) ?? "";
  const next = pathAfterSignIn(decoded(cookies.get(nextCookie) ?? ""), origin);
  const chosen = event.cookies?.find((cookie) => cookie.startsWith("language="))?.slice("language=".length);
  const language = languages.find((known) => known === chosen) ?? "en";
  for (const name of [keptCookie, nextCookie]) context.setCookie({ name, value: "", maxAgeSeconds: 0 });
  const login = next ? `/login?next=${encodeURIComponent(next)}` : "/login";
  try {
    const { finishGoogle } = await googleSignIn();
    const signedIn = await finishGoogle(kept, new URLSearchParams(event.rawQueryString), language, context);
    if (!("challenge" in signedIn)) return redirect(next ?? "/cards");
    return redirect(`${login}#challenge=${signedIn.challenge}${signedIn.passkey ? "&passkey=1" : ""}`);
  } catch (error) {
    if (!(error instanceof KartisError) || error.code !== "UNAUTHORIZED") throw error;
    log("info", "google sign-in refused", { requestId: context.requestId, error });
    return redirect(`${login}#failed=${error.details.messageKey === "errors.googleMail" ? "googleMail" : "google"}`);
  }
};
