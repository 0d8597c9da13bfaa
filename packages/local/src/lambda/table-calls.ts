import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { isRead } from "../dynamodb/reads.ts";
import { isObject } from "../wire/http.ts";

/** Routing of a worker's DynamoDB calls: most go straight to the engine (reads to its process for reads), the others to the guard. */
export interface TableCalls {
  readonly enginePort: number;
  readonly readerPort: number;
  readonly guardPort: number;
  /** By access key id: operations that its function may perform in every form. */
  readonly direct: Readonly<Record<string, readonly string[]>>;
}

/**
 * Routes this thread's DynamoDB calls, those that need a closer look to the guard. The engine cannot refuse, and a proxy in front of it would cost each call
 * of the api a fifth of a millisecond; choosing by the headers costs about a microsecond. Runs before a bundle is loaded.
 */
export function routeTableCalls({ enginePort, readerPort, guardPort, direct }: TableCalls): void {
  const unconditional = new Map(Object.entries(direct).map(([key, operations]) => [key, new Set(operations)]));
  const portFor = (headers: unknown): number => {
    if (!isObject(headers)) return guardPort;
    const { "x-amz-target": target, authorization } = headers;
    if (typeof target !== "string" || typeof authorization !== "string") return guardPort;
    const key = /Credential=([^/,\s]+)\//.exec(authorization)?.[1] ?? "";
    if (!unconditional.get(key)?.has(target.slice(target.indexOf(".") + 1))) return guardPort;
    return isRead(target) ? readerPort : enginePort;
  };
  http.request = new Proxy(http.request, {
    apply(request, self, [options, ...rest]: unknown[]) {
      const isTableCall = isObject(options) && Number(options["port"]) === enginePort;
      const routed = isTableCall ? { ...options, port: portFor(options["headers"]) } : options;
      return Reflect.apply(request, self, [routed, ...rest]);
    },
  });
  syncBuiltinESMExports();
}
