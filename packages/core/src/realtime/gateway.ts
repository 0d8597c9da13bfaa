import { ApiGatewayManagementApiClient } from "@aws-sdk/client-apigatewaymanagementapi";
import { env } from "../kernel/env.ts";

let client: ApiGatewayManagementApiClient | undefined;

/** The API by which sockets are written to and closed. */
export const socketsApi = (): ApiGatewayManagementApiClient =>
  (client ??= new ApiGatewayManagementApiClient({ endpoint: env("SOCKETS_ENDPOINT") }));
