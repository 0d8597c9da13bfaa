import type { AppRouter } from "@kartis/functions/api/router.ts";
import type { inferRouterOutputs } from "@trpc/server";

export type RouterOutputs = inferRouterOutputs<AppRouter>;
