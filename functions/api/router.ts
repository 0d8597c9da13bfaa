import { AsyncLocalStorage } from "node:async_hooks";
import { type ErrorShape, KartisError, errorShape } from "@kartis/core/kernel/error.ts";
import type { CallContext, Procedure } from "@kartis/core/kernel/procedure.ts";
import { asKartisError } from "@kartis/core/data/engine-failure.ts";
import { initTRPC, TRPCError, type TRPCBuiltRouter, type TRPCMutationProcedure, type TRPCQueryProcedure } from "@trpc/server";
import type * as z from "zod";
import { procedures } from "./procedures.ts";

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

type List = (typeof procedures)[number];
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

function build() {
  const domains: Record<string, Record<string, ReturnType<typeof endpoint>>> = {};
  for (const procedure of procedures) {
    const [domain = "", verb = ""] = procedure.name.split(".");
    (domains[domain] ??= {})[verb] = endpoint(procedure);
  }
  return trpc.router(Object.fromEntries(Object.entries(domains).map(([name, verbs]) => [name, trpc.router(verbs)])));
}

/** At run time it holds the list; `AppRouter` expresses the same in types. */
export const router = build();
