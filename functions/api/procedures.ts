import { type AnyProcedure, domains } from "./domains.ts";

/** Every procedure at once, for what has to know them all: the public API's document, and tests. */
export const procedures: readonly AnyProcedure[] = (await Promise.all(domains.map(([, load]) => load()))).flatMap(
  (domain): readonly AnyProcedure[] => domain.procedures,
);
