import type { CallContext } from "@kartis/core/kernel/procedure.ts";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { downloadFile } from "./download-file.ts";
import { finishWithGoogle, signInWithGoogle } from "./google.ts";
import { authoriseRealtime } from "./authorise-realtime.ts";

export type Route = (event: APIGatewayProxyEventV2, context: CallContext) => Promise<APIGatewayProxyStructuredResultV2>;

/** Routes that are not procedures, by API Gateway route key. */
export const routes: Readonly<Record<string, Route>> = {
  "POST /api/realtime": authoriseRealtime,
  "GET /files/{fileId}": downloadFile,
  "GET /api/identity/google": signInWithGoogle,
  "GET /api/identity/google/callback": finishWithGoogle,
};
