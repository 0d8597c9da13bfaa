import type { CallContext } from "@kartis/core/kernel/procedure.ts";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { serveCalendarFeed } from "./calendar-feed.ts";
import { downloadFile } from "./download-file.ts";
import { finishWithGmail } from "./gmail.ts";
import { finishWithGoogle, signInWithGoogle } from "./google.ts";
import { authoriseRealtime } from "./authorise-realtime.ts";
import { askToUnsubscribe, unsubscribe } from "./unsubscribe.ts";

export type Route = (event: APIGatewayProxyEventV2, context: CallContext) => Promise<APIGatewayProxyStructuredResultV2>;

/** Routes that are not procedures, by API Gateway route key. */
export const routes: Readonly<Record<string, Route>> = {
  "POST /api/realtime": authoriseRealtime,
  "GET /files/{fileId}": downloadFile,
  "GET /calendar/feed/{file}": serveCalendarFeed,
  "GET /api/identity/google": signInWithGoogle,
  "GET /api/identity/google/callback": finishWithGoogle,
  "GET /api/gmail/callback": finishWithGmail,
  "GET /api/unsubscribe/{token}": askToUnsubscribe,
  "POST /api/unsubscribe/{token}": unsubscribe,
};

/** Routes that ask for no session: whoever is signed in and from which site they come makes no difference. */
export const withoutSession: ReadonlySet<string> = new Set(["GET /api/unsubscribe/{token}", "POST /api/unsubscribe/{token}"]);
