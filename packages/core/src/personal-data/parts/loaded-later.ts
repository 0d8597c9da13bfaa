import type { PersonalDataPart } from "./part.ts";

/** A part with everything that a person can have done to it. */
type WholePart = Required<Pick<PersonalDataPart, "count" | "collect" | "erase">> & Pick<PersonalDataPart, "keeps">;

/** A part whose code is loaded on demand: most operations do not concern it. */
export const loadedLater = (load: () => Promise<WholePart>): WholePart => ({
  count: async (person) => (await load()).count(person),
  keeps: async (person) => (await (await load()).keeps?.(person)) ?? [],
  async *collect(person, reader) {
    yield* (await load()).collect(person, reader);
  },
  erase: async (...given) => (await load()).erase(...given),
});
