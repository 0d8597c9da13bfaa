import type { PersonalDataPart } from "./part.ts";

/** The part itself, when it is needed: most operations have nothing to do with conversations. */
const part = async () => (await import("./conversations.ts")).conversations;

/** Conversations on WhatsApp. */
export const chats: PersonalDataPart = {
  count: async (person) => (await part()).count(person),
  async *collect(person, reader) {
    yield* (await part()).collect(person, reader);
  },
  erase: async (erasure) => (await part()).erase(erasure),
};
