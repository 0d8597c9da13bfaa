import { queryOptions } from "@tanstack/react-query";

/** The part of the OpenAPI document that the explorer uses. */
interface ApiDocument {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}
interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
}
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  /** Content that is JSON. */
  readonly content?: { readonly "application/json": { readonly example?: unknown } };
  readonly example?: unknown;
}
interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly example: unknown } } };
}

export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** An example of the body; absent where none is sent. */
  readonly body?: unknown;
}

export const documentPath = "/api/v1/openapi.json";

async function load(): Promise<Operation[]> {
  const response = await fetch(documentPath);
  if (!response.ok) throw new Error(`${response.status}`);
  const document: ApiDocument = await response.json();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const { operationId: id, summary, description, requestBody } = described;
      return {
        id,
        tag: described.tags[0] ?? "",
        method: method.toUpperCase(),
        path,
        summary,
        description,
        parameters: described.parameters.flatMap((parameter) => ("name" in parameter ? [parameter] : [])),
        ...(requestBody ? { body: requestBody.content["application/json"].example } : {}),
      };
    }),
  );
  const order = document.tags.map(({ name }) => name);
  return operations.toSorted((a, b) => order.indexOf(a.tag) - order.indexOf(b.tag));
}

/** Large, and the same until the next deployment: kept while the app is open and not on disk. */
export const operationsOptions = () =>
  queryOptions({ queryKey: ["openapi"], queryFn: load, staleTime: Infinity, meta: { private: true, quiet: true } });
