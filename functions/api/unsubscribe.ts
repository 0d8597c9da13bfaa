import { remindersPrefix } from "@kartis/core/activities/invitations/token.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import { bodyOf } from "./body.ts";
import type { Route } from "./routes.ts";

/** RFC 8058 section 3.1: the one key and value that a mail program posts, as a form of either kind. */
const oneClick = /^List-Unsubscribe=One-Click$|name="?List-Unsubscribe"?\r?\n\r?\nOne-Click\r?\n/i;
const mostBytes = 4_096;

const tokenIn = (event: Parameters<Route>[0]): string => event.pathParameters?.["token"] ?? "";

/** The token of a meeting's guest, who wants no more reminders of it. */
function guestTokenIn(event: Parameters<Route>[0]): string | undefined {
  const token = tokenIn(event);
  return token.startsWith(remindersPrefix) ? token.slice(remindersPrefix.length) : undefined;
}

/** A mail program's click: switches the kind of mail off, or a guest's reminders of a meeting. */
export const unsubscribe: Route = async (event, context) => {
  if (!oneClick.test(bodyOf(event, mostBytes).trim())) throw new KartisError("INVALID_INPUT");
  const guestToken = guestTokenIn(event);
  if (guestToken === undefined) {
    const { unsubscribeProcedures } = await import("@kartis/core/unsubscribes/index.ts");
    const [, confirm] = unsubscribeProcedures;
    await confirm.call({ token: tokenIn(event) }, context);
  } else {
    const { rsvpProcedures } = await import("@kartis/core/activities/invitations/rsvp.ts");
    const [, , , setReminders] = rsvpProcedures;
    await setReminders.call({ token: guestToken, isWanted: false }, context);
  }
  return { statusCode: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: "" };
};

/** A person's click, or a program that only looks at what a link leads to: the page that asks first. Nothing changes here. */
export const askToUnsubscribe: Route = async (event) => {
  const guestToken = guestTokenIn(event);
  const path =
    guestToken === undefined
      ? `/unsubscribe/${encodeURIComponent(tokenIn(event))}`
      : `/rsvp/${encodeURIComponent(guestToken)}?reminders=off`;
  return { statusCode: 303, headers: { location: `${env("PUBLIC_ORIGIN")}${path}` }, body: "" };
};
