import type { Operation, Parameter } from "./document.ts";

/** Values by parameter name; empty ones are not sent. */
export type Values = Readonly<Record<string, string>>;

export const isJson = (parameter: Parameter): boolean => parameter.content !== undefined;
const isList = ({ schema }: Parameter): boolean => schema?.type === "array";

/** Example value of a parameter, as text. */
export function exampleOf(parameter: Parameter): string {
  const example = parameter.content?.["application/json"].example ?? parameter.example;
  return example === undefined ? "" : typeof example === "string" ? example : JSON.stringify(example);
}

/** The path and query of the request, from `/api/v1` on. */
export function addressOf({ path, parameters }: Operation, values: Values): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]?.trim() ?? ""));
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    const text = values[parameter.name]?.trim() ?? "";
    if (parameter.in !== "query" || text === "") continue;
    for (const value of isList(parameter) ? text.split(",").map((part) => part.trim()) : [text])
      query.append(parameter.name, value);
  }
  return `/api/v1${address}${query.size > 0 ? `?${query}` : ""}`;
}

/** Quotes for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a command, with the token where a program keeps it. */
export function commandOf(operation: Operation, values: Values, body: string | undefined, origin: string): string {
  const lines = [
    `curl${operation.method === "GET" ? "" : ` -X ${operation.method}`} ${quoted(origin + addressOf(operation, values))}`,
    `-H "Authorization: Bearer $KARTIS_TOKEN"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`]),
  ];
  return lines.join(" \\\n  ");
}

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [string, string])[];
  /** Indented where it is JSON. */
  readonly body: string;
}

/** Sends it as the person who is signed in, under their own permissions. */
export async function send(operation: Operation, values: Values, body: string | undefined): Promise<Answer> {
  const began = performance.now();
  const response = await fetch(addressOf(operation, values), {
    method: operation.method,
    headers: {
      "x-kartis-session": "1",
      "x-request-id": crypto.randomUUID(),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: Math.round(performance.now() - began),
    headers: [...response.headers],
    body: indented(text) ?? text,
  };
}

/** JSON with a line for each value; undefined for what is none. */
export function indented(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}
