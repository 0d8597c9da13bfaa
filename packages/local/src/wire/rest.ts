import { AwsError } from "./errors.ts";
import { parseJsonObject, readBody, replyError, replyJson } from "./http.ts";
import type { HttpHandler } from "./http.ts";
import type { Authorise } from "./target-protocol.ts";

/** Path parameters, query parameters and the JSON body in one record, as AWS models an operation's input. */
export type RestOperation = (fields: Record<string, unknown>) => unknown;

/** `"GET /schedules/{Name}"` → operation. A query parameter that AWS spells in lower case is given capitals by `queryNames`. */
export interface RestRoutes {
  readonly routes: Readonly<Record<string, RestOperation>>;
  readonly queryNames?: Readonly<Record<string, string>>;
  readonly limitBytes: number;
  /** Called with the route as the operation. */
  readonly authorise: Authorise;
}

const contentType = "application/json";

/** Serves REST-JSON. */
export function serveRest({ routes, queryNames = {}, limitBytes, authorise }: RestRoutes): HttpHandler {
  const table = Object.entries(routes).map(([route, operation]) => {
    const [method = "", path = ""] = route.split(" ");
    return { route, method, segments: path.split("/"), operation };
  });
  return async (request, response) => {
    try {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      const actual = url.pathname.replace(/(?<=.)\/$/, "").split("/");
      for (const { route, method, segments, operation } of table) {
        const parameters = method === request.method ? pathParameters(segments, actual) : undefined;
        if (!parameters) continue;
        const body = parseJsonObject(await readBody(request, limitBytes));
        const query = Object.fromEntries([...url.searchParams].map(([name, value]) => [queryNames[name] ?? name, value]));
        const fields = { ...body, ...query, ...parameters };
        authorise(request, route, fields);
        return replyJson(response, { contentType, body: await operation(fields) });
      }
      throw new AwsError("UnknownOperationException", `${request.method} ${url.pathname} is not served here.`, { status: 404 });
    } catch (error) {
      replyError(response, error, contentType);
    }
  };
}

function pathParameters(pattern: readonly string[], actual: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== actual.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of pattern.entries()) {
    const value = actual[index] ?? "";
    if (segment.startsWith("{")) parameters[segment.slice(1, -1)] = decodeURIComponent(value);
    else if (segment !== value) return undefined;
  }
  return parameters;
}
