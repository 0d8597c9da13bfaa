import { env } from "@kartis/core/kernel/env.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import { readCookies } from "./cookies.ts";
import { log } from "./log.ts";
import type { Route } from "./routes.ts";

const settings = "/settings/integrations?open=gmail";
const redirect = (location: string) => ({ statusCode: 302, headers: { location }, body: "" });

/** What the page says, by the message of the refusal. */
const outcomes: Readonly<Record<string, string>> = {
  "errors.gmailDenied": "denied",
  "errors.gmailScopes": "scopes",
  "errors.gmailTaken": "taken",
};

/** Back from Google, where somebody has connected their Gmail. The page says why it did not work. */
export const finishWithGmail: Route = async (event, context) => {
  // Code that few requests need.
  const { cookieOfStart, finish } = await import("@kartis/core/gmail/procedures.ts");
  const kept = readCookies(event.cookies ?? [], env("PUBLIC_ORIGIN")).get(cookieOfStart) ?? "";
  try {
    await finish.call({ kept, parameters: event.rawQueryString }, context);
    return redirect(`${settings}&gmail=connected`);
  } catch (error) {
    if (!(error instanceof KartisError)) throw error;
    log("info", "gmail not connected", { requestId: context.requestId, error });
    return redirect(`${settings}&gmail=${outcomes[error.details.messageKey ?? ""] ?? "failed"}`);
  }
};
