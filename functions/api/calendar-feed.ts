import { KartisError } from "@kartis/core/kernel/error.ts";
import type { Route } from "./routes.ts";

/** A calendar's link, which other programs read without a session: by its token alone. */
export const serveCalendarFeed: Route = async (event, context) => {
  const [, token] = /^([\w-]{1,200})\.ics$/.exec(event.pathParameters?.["file"] ?? "") ?? [];
  if (!token) throw new KartisError("NOT_FOUND");
  const { calendarFeed } = await import("@kartis/core/activities/feed/feed.ts");
  const { content, etag } = await calendarFeed(token, context);
  const headers = { etag, "cache-control": "private, no-cache", "x-robots-tag": "noindex" };
  if (isKnown(event.headers["if-none-match"], etag)) return { statusCode: 304, headers };
  return {
    statusCode: 200,
    headers: { ...headers, "content-type": "text/calendar; charset=utf-8", "x-content-type-options": "nosniff" },
    body: content,
  };
};

/** Weak comparison (RFC 9110 section 13.1.2): what compresses on the way makes tags weak. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((one) => [etag, "*"].includes(one.trim().replace(/^W\//, "")));
