import * as z from "zod";
import { queryFormOf } from "../input.ts";
import type { Operation } from "../operations.ts";
import type { Components, Json } from "./components.ts";
import { type Failure, failures, headers } from "./failures.ts";
import { sampleIds } from "./sample-ids.ts";

const Shape = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

/** An operation of the API, as the document describes it. */
export function operationOf(operation: Operation, inputs: Components, outputs: Components): Json {
  const wanted = inputs.schemaOf(operation.procedure.input);
  const { properties, required } = Shape.parse(wanted);
  const example: Readonly<Record<string, unknown>> = operation.example(sampleIds);
  const isGet = operation.method === "GET";
  const inPath = operation.pathParameters.map(({ property }) => property);
  const rest = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  const { access } = operation.procedure;
  const right = Array.isArray(access) ? `Needs the permission ${access.join(".")}.` : undefined;
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, right].filter(Boolean).join(" "),
    ...(Array.isArray(access) ? { "x-permission": access.join(".") } : {}),
    parameters: [
      ...operation.pathParameters.map(({ name, property }) => ({
        name,
        in: "path",
        required: true,
        schema: properties[property] ?? {},
        example: example[property],
      })),
      ...(isGet
        ? rest.map(([name, schema]) => queryParameter(operation, name, schema, required.includes(name), example[name]))
        : []),
      ...(isGet ? [] : [{ $ref: "#/components/parameters/IdempotencyKey" }]),
    ],
    ...("anyOf" in wanted || "oneOf" in wanted
      ? { requestBody: { required: true, content: { "application/json": { schema: wanted, example } } } }
      : isGet || rest.length === 0
        ? {}
        : { requestBody: bodyOf(rest, required, example) }),
    responses: {
      [operation.status ?? 200]: {
        description: "Done",
        headers: Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }])),
        content: { "application/json": { schema: outputs.schemaOf(operation.output) } },
      },
      ...Object.fromEntries(
        Object.entries(failures).flatMap(([status, { name, ofChanges }]: [string, Failure]) =>
          isGet && ofChanges ? [] : [[status, { $ref: `#/components/responses/${name}` }]],
        ),
      ),
    },
  };
}

function queryParameter(operation: Operation, name: string, schema: Json, required: boolean, example: unknown): Json {
  const property = operation.shape[name];
  const isJson = property !== undefined && queryFormOf(property) === "json";
  const { description, ...plain } = schema;
  return {
    name,
    in: "query",
    required,
    ...(description === undefined ? {} : { description }),
    ...(isJson
      ? { content: { "application/json": { schema: plain, ...(example === undefined ? {} : { example }) } } }
      : { schema: plain, ...(example === undefined ? {} : { example }) }),
  };
}

function bodyOf(rest: readonly (readonly [string, Json])[], required: readonly string[], example: Json): Json {
  const names = rest.map(([name]) => name);
  const needed = required.filter((name) => names.includes(name));
  return {
    required: needed.length > 0,
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: Object.fromEntries(rest),
          ...(needed.length > 0 ? { required: needed } : {}),
          additionalProperties: false,
        },
        example: Object.fromEntries(Object.entries(example).filter(([name]) => names.includes(name))),
      },
    },
  };
}
