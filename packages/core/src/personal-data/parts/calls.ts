import type { PersonalDataPart } from "./part.ts";

/** Loads the part on demand: most operations do not concern calls. */
const part = async () => (await import("./telephone-calls.ts")).telephoneCalls;

/** Telephone calls. */
export const calls: PersonalDataPart = {
  count: async (person) => (await part()).count(person),
  async *collect(person, reader) {
    yield* (await part()).collect(person, reader);
  },
  erase: async (erasure) => (await part()).erase(erasure),
};
