import { type ErrorShape, KartisError, errorShape } from "@kartis/core/kernel/error.ts";
import type { CallContext, Procedure } from "@kartis/core/kernel/procedure.ts";
import {
  initTRPC,
  TRPCError,
  type TRPC_ERROR_CODE_KEY,
  type TRPCBuiltRouter,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
} from "@trpc/server";
import type * as z from "zod";
import { procedures } from "./procedures.ts";

const trpc = initTRPC.context<CallContext>().create({
  errorFormatter: ({ shape, error, ctx }) => ({ ...shape, message: "", data: shapeOf(error, ctx?.requestId ?? "") }),
});

/** tRPC's own errors (an unknown path, a body that is no JSON) in the spec's codes; everything thrown by a procedure has its own. */
function shapeOf(error: TRPCError, requestId: string): ErrorShape {
  const thrown = error.cause instanceof KartisError ? error.cause : fromTrpc(error);
  return errorShape(thrown, requestId);
}

function fromTrpc(error: TRPCError): unknown {
  switch (error.code) {
    case "NOT_FOUND":
    case "BAD_REQUEST":
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

/** tRPC chooses the HTTP status by its own code. */
const trpcCodeOf: Readonly<Record<number, TRPC_ERROR_CODE_KEY>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  402: "PAYMENT_REQUIRED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  408: "TIMEOUT",
  409: "CONFLICT",
  412: "PRECONDITION_FAILED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  501: "NOT_IMPLEMENTED",
  502: "BAD_GATEWAY",
  503: "SERVICE_UNAVAILABLE",
  504: "GATEWAY_TIMEOUT",
};

async function callOf(procedure: Procedure, input: unknown, context: CallContext): Promise<unknown> {
  try {
    return await procedure.call(input, context);
  } catch (error) {
    if (!(error instanceof KartisError)) throw error;
    throw new TRPCError({ code: trpcCodeOf[errorShape(error, "").status] ?? "INTERNAL_SERVER_ERROR", cause: error });
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

/** What it holds at run time is the list; `AppRouter` is the same said in types. */
export const router = build();
