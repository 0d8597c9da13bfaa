/*
 * Replaces `@aws-sdk/lib-dynamodb` in a Lambda's bundle (`stacks/src/bundle.ts`). We and ElectroDB only use its commands, each of which is an operation's name
 * with its input; the SDK's bring DynamoDB's whole model and the client with them, a fifth of what a cold start would parse. `commands.test.ts` compares them
 * with the SDK's.
 */
class Command {
  readonly input: object;

  constructor(input: object) {
    this.input = input;
  }
}

export class BatchGetCommand extends Command {}
export class BatchWriteCommand extends Command {}
export class DeleteCommand extends Command {}
export class GetCommand extends Command {}
export class PutCommand extends Command {}
export class QueryCommand extends Command {}
export class ScanCommand extends Command {}
export class TransactGetCommand extends Command {}
export class TransactWriteCommand extends Command {}
export class UpdateCommand extends Command {}
