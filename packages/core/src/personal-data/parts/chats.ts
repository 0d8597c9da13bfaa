import type { PersonalDataPart } from "./part.ts";

/** Loads the part on demand: most operations do not concern conversations. */
const part = async () => (await import("./conversations.ts")).conversations;

/** Conversations on WhatsApp. */
export const chats: PersonalDataPart = {
  count: async (person) => (await part()).count(person),
  async *collect(person, reader) {
    yield* (await part()).collect(person, reader);
  },
  erase: async (erasure) => (await part()).erase(erasure),
};
