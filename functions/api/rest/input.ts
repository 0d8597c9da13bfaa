import { KartisError } from "@kartis/core/kernel/error.ts";
import { parseJson } from "@kartis/core/kernel/json.ts";
import { readNumber } from "@kartis/core/kernel/numbers.ts";
import * as z from "zod";
import type { Match } from "./match.ts";
import type { Operation } from "./operations.ts";

/** Encoding of a property in a query string: a single value, a repeated parameter, or JSON. */
export type QueryForm = "text" | "number" | "boolean" | "list" | "json";

const forms = new Map<z.core.$ZodType, QueryForm>();

/** @param schema a property of a procedure's input */
export function queryFormOf(schema: z.core.$ZodType): QueryForm {
  const known = forms.get(schema);
  if (known) return known;
  const json: { type?: unknown; items?: unknown } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const isOfText = typeof json.items === "object" && json.items !== null && "type" in json.items && json.items.type === "string";
  const form =
    json.type === "string"
      ? "text"
      : json.type === "integer" || json.type === "number"
        ? "number"
        : json.type === "boolean"
          ? "boolean"
          : json.type === "array" && isOfText
            ? "list"
            : "json";
  forms.set(schema, form);
  return form;
}

/** Left as text if it is not what it should be, so that the procedure's own schema names the parameter and the reason. */
function valueOf(form: QueryForm, texts: readonly string[]): unknown {
  const text = texts.at(-1) ?? "";
  switch (form) {
    case "text":
      return text;
    case "number":
      return /^-?\d+(\.\d+)?$/.test(text) ? readNumber(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "list":
      return texts;
    case "json":
      return parseJson(text);
  }
}

/**
 * The procedure's input from a request: from the path, and from the query string or the body. Throws INVALID_INPUT that names unknown parameters and those that
 * are in the path already.
 */
export function inputOf({ operation, pathParameters }: Match, query: URLSearchParams, body: unknown): unknown {
  const given = operation.method === "GET" ? fromQuery(operation, query) : fromBody(body);
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(operation.shape, name) || name in pathParameters);
  if (operation.method !== "GET") unknown.push(...query.keys());
  if (unknown.length > 0)
    throw new KartisError("INVALID_INPUT", {
      fields: Object.fromEntries(unknown.map((name) => [name, "api.unknownParameter"])),
    });
  return { ...given, ...pathParameters };
}

function fromQuery({ shape }: Operation, query: URLSearchParams): Record<string, unknown> {
  const wrong: string[] = [];
  const entries = [...new Set(query.keys())].map((name): [string, unknown] => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!schema) return [name, undefined];
    try {
      return [name, valueOf(queryFormOf(schema), query.getAll(name))];
    } catch {
      wrong.push(name);
      return [name, undefined];
    }
  });
  if (wrong.length > 0)
    throw new KartisError("INVALID_INPUT", { fields: Object.fromEntries(wrong.map((name) => [name, "api.json"])) });
  return Object.fromEntries(entries);
}

function fromBody(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  const parsed = z.record(z.string(), z.unknown()).safeParse(body);
  if (!parsed.success) throw new KartisError("INVALID_INPUT", { messageKey: "api.bodyIsNoObject" });
  return parsed.data;
}
