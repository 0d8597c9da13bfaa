import { KartisError } from "@kartis/core/kernel/error.ts";
import type { Method } from "./exposure.ts";
import { type Operation, operations } from "./operations.ts";

export interface Match {
  readonly operation: Operation;
  /** Path parameters, by the input's property names. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

const segmentsOf = (path: string): string[] => path.split("/").slice(1);
const isParameter = (segment: string): boolean => segment.startsWith("{");

/** The values of the path's parameters, by their properties. */
function parametersOf({ path, pathParameters }: Operation, actual: readonly string[]): Record<string, string> | undefined {
  const pattern = segmentsOf(path);
  if (pattern.length !== actual.length) return undefined;
  if (!pattern.every((segment, at) => (isParameter(segment) ? actual[at] !== "" : segment === actual[at]))) return undefined;
  const values = actual.filter((_, at) => isParameter(pattern[at] ?? ""));
  return Object.fromEntries(pathParameters.map(({ property }, at) => [property, values[at] ?? ""]));
}

/**
 * The operation at that path under `/api/v1`; a fixed path takes precedence over one with parameters. Throws NOT_FOUND, and METHOD_NOT_SUPPORTED with the
 * methods available at that path.
 */
export function matchOperation(method: string, path: string): Match {
  const actual = segmentsOf(path);
  const found = operations
    .flatMap((operation) => {
      const pathParameters = parametersOf(operation, actual);
      return pathParameters ? [{ operation, pathParameters }] : [];
    })
    .toSorted((a, b) => a.operation.pathParameters.length - b.operation.pathParameters.length);
  const match = found.find(({ operation }) => operation.method === method);
  if (match) return match;
  if (found.length === 0) throw new KartisError("NOT_FOUND", { messageKey: "api.noSuchPath" });
  const allowed: Method[] = found.map(({ operation }) => operation.method);
  throw new KartisError("METHOD_NOT_SUPPORTED", { params: { allowed: allowed.join(", ") } });
}
