import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { isObject } from "../wire/http.ts";

/** How a worker's DynamoDB calls are routed: most go straight to the engine, the others to the guard. */
export interface TableCalls {
  readonly enginePort: number;
  readonly guardPort: number;
  /** By access key id: the operations that its function may make in every form. */
  readonly direct: Readonly<Record<string, readonly string[]>>;
}

/**
 * Routes those of this thread's DynamoDB calls that need a closer look to the guard. The engine cannot refuse, and a proxy in front of it would cost each call
 * of the api a fifth of a millisecond; choosing by the headers costs about a microsecond. Runs before a bundle is loaded.
 */
export function routeTableCalls({ enginePort, guardPort, direct }: TableCalls): void {
  const unconditional = new Map(Object.entries(direct).map(([key, operations]) => [key, new Set(operations)]));
  const isDirect = (headers: unknown): boolean => {
    if (!isObject(headers)) return false;
    const { "x-amz-target": target, authorization } = headers;
    if (typeof target !== "string" || typeof authorization !== "string") return false;
    const key = /Credential=([^/,\s]+)\//.exec(authorization)?.[1] ?? "";
    return unconditional.get(key)?.has(target.slice(target.indexOf(".") + 1)) ?? false;
  };
  http.request = new Proxy(http.request, {
    apply(request, self, [options, ...rest]: unknown[]) {
      const isGuarded = isObject(options) && Number(options["port"]) === enginePort && !isDirect(options["headers"]);
      return Reflect.apply(request, self, [isGuarded ? { ...options, port: guardPort } : options, ...rest]);
    },
  });
  syncBuiltinESMExports();
}
