import type { handler } from "@kartis/functions/api/handler.ts";

type GatewayEvent = Parameters<typeof handler>[0];

interface GatewayRequest {
  readonly method: string;
  readonly path: string;
  /** Route key as in the gateway's routes. */
  readonly routeKey: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: ReadonlyMap<string, string>;
  readonly pathParameters?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
}

/** A request as API Gateway hands it to a function (payload format 2.0). */
export function gatewayEvent({ method, path, routeKey, query = "", headers = {}, ...more }: GatewayRequest) {
  const { cookies = new Map(), pathParameters, body } = more;
  const event: GatewayEvent = {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: query,
    headers: { ...headers },
    cookies: [...cookies].map(([name, value]) => `${name}=${value}`),
    requestContext: {
      accountId: "",
      apiId: "",
      domainName: "",
      domainPrefix: "",
      http: { method, path, protocol: "HTTP/1.1", sourceIp: "10.9.9.9", userAgent: "test" },
      requestId: "",
      routeKey: "",
      stage: "$default",
      time: "",
      timeEpoch: 0,
    },
    isBase64Encoded: false,
    ...(body === undefined ? {} : { body }),
    ...(pathParameters ? { pathParameters } : {}),
  };
  return event;
}
