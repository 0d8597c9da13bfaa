import { KartisError } from "@kartis/core/kernel/error.ts";
import type { Method } from "./exposure.ts";
import { type Operation, operations } from "./operations.ts";

export interface Match {
  readonly operation: Operation;
  readonly pathParameters: Readonly<Record<string, string>>;
}

const segmentsOf = (path: string): string[] => path.split("/").slice(1);
const isParameter = (segment: string): boolean => segment.startsWith("{");

function parametersOf(pattern: readonly string[], actual: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== actual.length) return undefined;
  if (!pattern.every((segment, at) => (isParameter(segment) ? actual[at] !== "" : segment === actual[at]))) return undefined;
  return Object.fromEntries(
    pattern.flatMap((segment, at): [string, string][] =>
      isParameter(segment) ? [[segment.slice(1, -1), actual[at] ?? ""]] : [],
    ),
  );
}

/**
 * The operation at that path under `/api/v1`; a fixed path goes before one with parameters. Throws NOT_FOUND, and METHOD_NOT_SUPPORTED with the methods there
 * are at that path.
 */
export function matchOperation(method: string, path: string): Match {
  const actual = segmentsOf(path);
  const found = operations
    .flatMap((operation) => {
      const pathParameters = parametersOf(segmentsOf(operation.path), actual);
      return pathParameters ? [{ operation, pathParameters }] : [];
    })
    .toSorted((a, b) => a.operation.pathParameters.length - b.operation.pathParameters.length);
  const match = found.find(({ operation }) => operation.method === method);
  if (match) return match;
  if (found.length === 0) throw new KartisError("NOT_FOUND", { messageKey: "api.noSuchPath" });
  const allowed: Method[] = found.map(({ operation }) => operation.method);
  throw new KartisError("METHOD_NOT_SUPPORTED", { params: { allowed: allowed.join(", ") } });
}
