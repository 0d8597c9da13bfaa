import { env } from "@kartis/core/kernel/env.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import { bodyOf } from "./body.ts";
import type { Route } from "./routes.ts";

/** RFC 8058 section 3.1: the one key and value that a mail program posts, as a form of either kind. */
const oneClick = /^List-Unsubscribe=One-Click$|name="?List-Unsubscribe"?\r?\n\r?\nOne-Click\r?\n/i;
const mostBytes = 4_096;

const tokenIn = (event: Parameters<Route>[0]): string => event.pathParameters?.["token"] ?? "";

/** A mail program's click: switches the kind of mail off. */
export const unsubscribe: Route = async (event, context) => {
  if (!oneClick.test(bodyOf(event, mostBytes).trim())) throw new KartisError("INVALID_INPUT");
  const { unsubscribeProcedures } = await import("@kartis/core/unsubscribes/index.ts");
  const [, confirm] = unsubscribeProcedures;
  await confirm.call({ token: tokenIn(event) }, context);
  return { statusCode: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: "" };
};

/** A person's click, or a program that only looks at what a link leads to: the page that asks first. Nothing changes here. */
export const askToUnsubscribe: Route = async (event) => ({
  statusCode: 303,
  headers: { location: `${env("PUBLIC_ORIGIN")}/unsubscribe/${encodeURIComponent(tokenIn(event))}` },
  body: "",
});
