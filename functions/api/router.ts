import { AsyncLocalStorage } from "node:async_hooks";
import { type ErrorShape, KartisError, errorShape } from "@kartis/core/kernel/error.ts";
import type { CallContext, Procedure } from "@kartis/core/kernel/procedure.ts";
import { asKartisError } from "@kartis/core/data/engine-failure.ts";
import { initTRPC, TRPCError, type TRPCBuiltRouter, type TRPCMutationProcedure, type TRPCQueryProcedure } from "@trpc/server";
import type * as z from "zod";
import { type AnyProcedure, proceduresOf } from "./domains.ts";

/** The request being answered: tRPC formats errors of an unreadable request (its batch, its content) before it asks for the context. */
export const currentRequestId = new AsyncLocalStorage<string>();

const trpc = initTRPC.context<CallContext>().create({
  errorFormatter({ shape, error }) {
    const data = shapeOf(error, currentRequestId.getStore() ?? "");
    // By `httpStatus` tRPC chooses the status of the answer; its own codes lack some of the spec's.
    return { ...shape, message: "", data: { ...data, httpStatus: data.status } };
  },
});

/** tRPC's own errors (an unknown path, a body that is no JSON) in the spec's codes; everything thrown by a procedure has its own. */
function shapeOf(error: TRPCError, requestId: string): ErrorShape {
  const cause = asKartisError(error.cause);
  return errorShape(cause instanceof KartisError ? cause : fromTrpc(error), requestId);
}

function fromTrpc(error: TRPCError): unknown {
  switch (error.code) {
    case "BAD_REQUEST":
      return new KartisError(error.cause instanceof SyntaxError ? "PARSE_ERROR" : "BAD_REQUEST", { cause: error });
    case "NOT_FOUND":
    case "PARSE_ERROR":
    case "PAYLOAD_TOO_LARGE":
    case "UNSUPPORTED_MEDIA_TYPE":
    case "CLIENT_CLOSED_REQUEST":
      return new KartisError(error.code, { cause: error });
    case "METHOD_NOT_SUPPORTED":
      return new KartisError("METHOD_NOT_SUPPORTED", { cause: error });
    default:
      return error;
  }
}

async function callOf(procedure: Procedure, input: unknown, context: CallContext): Promise<unknown> {
  try {
    return await procedure.call(input, context);
  } catch (error) {
    if (!(error instanceof KartisError)) throw error;
    // Whatever it is, it leaves with its own code and status.
    throw new TRPCError({ code: "BAD_REQUEST", cause: error });
  }
}

function endpoint(procedure: Procedure) {
  // The procedure parses its own input, once, on every channel; here it only passes through.
  const builder = trpc.procedure.input((raw: unknown) => raw);
  return procedure.kind === "query"
    ? builder.query(({ input, ctx }) => callOf(procedure, input, ctx))
    : builder.mutation(({ input, ctx }) => callOf(procedure, input, ctx));
}

type List = AnyProcedure;
type DomainOf<Name extends string> = Name extends `${infer Domain}.${string}` ? Domain : never;
type Endpoint<P extends List> =
  P extends Procedure<string, infer Kind, infer Input, infer Output>
    ? Kind extends "query"
      ? TRPCQueryProcedure<{ input: z.input<Input>; output: Output; meta: object }>
      : TRPCMutationProcedure<{ input: z.input<Input>; output: Output; meta: object }>
    : never;
type Routes = {
  [Domain in DomainOf<List["name"]>]: {
    [
      P in Extract<List, { name: `${Domain}.${string}` }> as P["name"] extends `${Domain}.${infer Verb}` ? Verb : never
    ]: Endpoint<P>;
  };
};

type RouterTypes = {
  ctx: CallContext;
  meta: object;
  errorShape: { message: string; code: number; data: ErrorShape };
  transformer: false;
};

/** The web's only knowledge of the server: the names, inputs and outputs of the list. */
export type AppRouter = TRPCBuiltRouter<RouterTypes, Routes>;

const routers = new Map<string, ReturnType<typeof trpc.router>>();

async function routerOf(domain: string) {
  const known = routers.get(domain);
  if (known) return known;
  const procedures = await proceduresOf(domain);
  const made = trpc.router(
    Object.fromEntries(
      [...procedures.values()].map((procedure) => [procedure.name.slice(domain.length + 1), endpoint(procedure)]),
    ),
  );
  if (procedures.size > 0) routers.set(domain, made);
  return made;
}

/** The names of the calls in the path of a request, which a batch separates by commas. */
export function callsIn(rawPath: string): string[] {
  try {
    return decodeURIComponent(rawPath.slice(rawPath.lastIndexOf("/") + 1)).split(",");
  } catch {
    return []; // tRPC refuses it
  }
}
export const domainsIn = (rawPath: string): string[] => [...new Set(callsIn(rawPath).map((name) => name.split(".")[0] ?? ""))];

/** A router that holds the domains; `AppRouter` says in types what all of them hold. */
export async function routerFor(names: readonly string[]) {
  const found = await Promise.all(names.map(async (name) => [name, await routerOf(name)] as const));
  return trpc.router(Object.fromEntries(found.filter(([name]) => routers.has(name))));
}
