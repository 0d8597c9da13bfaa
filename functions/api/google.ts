import { googleSignIn } from "@kartis/core/identity/index.ts";
import { languages } from "@kartis/core/identity/schema.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import { readCookies } from "./cookies.ts";
import { log } from "./log.ts";
import type { Route } from "./routes.ts";

const keptCookie = "kartis_google";
const keptSeconds = 10 * 60;

const redirect = (location: string) => ({ statusCode: 302, headers: { location }, body: "" });

/** To Google, to choose an account there. */
export const signInWithGoogle: Route = async (_event, context) => {
  const { startGoogle } = await googleSignIn();
  const { url, kept } = await startGoogle();
  context.setCookie({ name: keptCookie, value: kept, maxAgeSeconds: keptSeconds });
  return redirect(url.href);
};

/**
 * Back from Google. What remains to be asked or said stands behind the `#`, which goes into no log and to no other site: the challenge of the second
 * factor, or why it did not work.
 */
export const finishWithGoogle: Route = async (event, context) => {
  const origin = env("PUBLIC_ORIGIN");
  const kept = readCookies(event.cookies ?? [], origin).get(keptCookie) ?? "";
  const chosen = event.cookies?.find((cookie) => cookie.startsWith("language="))?.slice("language=".length);
  const language = languages.find((known) => known === chosen) ?? "en";
  context.setCookie({ name: keptCookie, value: "", maxAgeSeconds: 0 });
  try {
    const { finishGoogle } = await googleSignIn();
    const signedIn = await finishGoogle(kept, new URLSearchParams(event.rawQueryString), language, context);
    if (!("challenge" in signedIn)) return redirect("/cards");
    return redirect(`/login#challenge=${signedIn.challenge}${signedIn.passkey ? "&passkey=1" : ""}`);
  } catch (error) {
    if (!(error instanceof KartisError) || error.code !== "UNAUTHORIZED") throw error;
    log("info", "google sign-in refused", { requestId: context.requestId, error });
    return redirect(`/login#failed=${error.details.messageKey === "errors.googleMail" ? "googleMail" : "google"}`);
  }
};
