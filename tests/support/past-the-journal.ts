import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient } from "@kartis/core/data/connection.ts";

/** Writes an item without a journal record, as only a fault or another version could: what a test needs to be there, or gone. `write` is an ElectroDB write, not yet sent. */
export async function writePastTheJournal(write: { params(): object }): Promise<void> {
  const params = write.params();
  if ("Item" in params) await documentClient().send(new PutCommand(params as ConstructorParameters<typeof PutCommand>[0])); // as ElectroDB made it
  else if ("UpdateExpression" in params)
    await documentClient().send(new UpdateCommand(params as ConstructorParameters<typeof UpdateCommand>[0])); // as ElectroDB made it
  else await documentClient().send(new DeleteCommand(params as ConstructorParameters<typeof DeleteCommand>[0])); // as ElectroDB made it
}
