import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient } from "./connection.ts";
import { keyOf, type TransactItem } from "./transaction.ts";

/**
 * Why items of an organization may be written without a journal record: the only exceptions to "every write has its record" (decision 016). An entity names its
 * reason where it is defined; a single write of an otherwise recorded item names its own.
 */
export const unrecordedReasons = {
  personal: "one person's own bookmarks and settings, which nobody else sees or is affected by",
  presence: "who is here and when somebody or something was last used: true for a moment, and nothing that anybody decided",
  suggestion: "kept from earlier input to offer it again; nothing else reads it",
  passing: "kept for a while for something that is not finished; a recorded change takes it up, or it expires",
  progress: "how far something has come whose start and effects have records of their own",
  derived: "follows from what records say, moves with them, and can be counted or built again",
  erasure: "redacts an erased person's values in existing records; the erasure has a record of its own",
} as const;
export type UnrecordedReason = keyof typeof unrecordedReasons;

/** Entity name → why it is unrecorded; null if its every write has a record. Filled as entities are defined, which happens before they are written. */
const reasons = new Map<string, UnrecordedReason | "global" | null>();

/** @param reason null for an entity whose every write has a record; `global` for one that belongs to no organization. */
export function declareRecording(entity: string, reason: UnrecordedReason | "global" | null): void {
  const known = reasons.get(entity);
  if (known !== undefined && known !== reason) throw new Error(`Two entities are called ${entity}`);
  reasons.set(entity, reason);
}

/** Throws when one of the writes is for an entity whose every write has a record. */
export function requireUnrecorded(items: readonly TransactItem[]): void {
  for (const item of items) {
    if (item.ConditionCheck) continue;
    const sk = String(keyOf(item).sk);
    const entity = entityOf(sk);
    if (entity === undefined || (reasons.get(entity) ?? null) === null)
      throw new Error(`Written without a record, and not said why: ${entity ?? sk}`);
  }
}

/** ElectroDB's sort keys begin with the entity's name and version: `$card_1#cardId_…`. */
const entityOf = (sk: string): string | undefined => /^\$([A-Za-z]+)_\d+(#|$)/.exec(sk)?.[1];

type Client = ReturnType<typeof documentClient>;

/** The process's connection for an entity whose every write has a record: it reads, and leaves writing to `commit()`. */
export const readingClient = (entity: string): Client => ({
  send(command, options) {
    if (command instanceof PutCommand || command instanceof UpdateCommand || command instanceof DeleteCommand)
      throw new Error(`${entity} is written through commit(), with a record, or by updateUnrecorded()`);
    return documentClient().send(command, options);
  },
});

/** Changes an item of an otherwise recorded entity. Throws as the connection does. */
export async function updateUnrecorded(params: object, _because: UnrecordedReason): Promise<void> {
  await documentClient().send(new UpdateCommand(params as ConstructorParameters<typeof UpdateCommand>[0])); // ElectroDB types params() as a record
}
