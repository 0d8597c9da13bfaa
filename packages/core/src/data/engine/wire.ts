import { type Attribute, fromAttributes, toAttributes } from "./attributes.ts";

type Members = Readonly<Record<string, unknown>>;
type Translate = (member: never) => unknown;

/*
 * Which members of DynamoDB's inputs and outputs hold items, and so are written as attributes. Everything else is sent as it is.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/
 */
const inputMembers: Readonly<Record<string, Translate>> = {
  Key: toAttributes,
  Item: toAttributes,
  ExpressionAttributeValues: toAttributes,
  ExclusiveStartKey: toAttributes,
  Keys: (keys: readonly Members[]) => keys.map(toAttributes),
  TransactItems: (items: readonly Members[]) =>
    items.map((item) => eachOf(item, (write: Members) => translated(write, inputMembers))),
  RequestItems: (tables: Members) => eachOf(tables, (table: Members | readonly Members[]) => tableOf(table, inputMembers)),
};

const outputMembers: Readonly<Record<string, Translate>> = {
  Item: fromAttributes,
  Attributes: fromAttributes,
  Key: fromAttributes,
  LastEvaluatedKey: fromAttributes,
  Items: itemsOf,
  Keys: itemsOf,
  Responses: (tables: Members) => eachOf(tables, itemsOf),
  UnprocessedKeys: (tables: Members) => eachOf(tables, (table: Members) => translated(table, outputMembers)),
  UnprocessedItems: (tables: Members) => eachOf(tables, (table: readonly Members[]) => tableOf(table, outputMembers)),
};

/** The body of a request, from the document client's input. */
export const requestBody = (input: object): string => JSON.stringify(translated(input, inputMembers));

/** The document client's output, from the body of an answer. */
export const answerOf = (body: object): Record<string, unknown> => translated(body, outputMembers);

function translated(members: object, translations: Readonly<Record<string, Translate>>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members)) {
    const translate = translations[name];
    result[name] = translate && member !== undefined && member !== null ? translate(member as never) : member; // each translates what DynamoDB's API defines there
  }
  return result;
}

/** Returns the batch's entries for one table: keys to read, or writes. */
const tableOf = (table: Members | readonly Members[], translations: Readonly<Record<string, Translate>>): unknown =>
  Array.isArray(table)
    ? table.map((write: Members) => eachOf(write, (one: Members) => translated(one, translations)))
    : translated(table, translations);

function eachOf<T>(members: Members, translate: (member: T) => unknown): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members)) if (member !== undefined) result[name] = translate(member as T); // see `translated`
  return result;
}

function itemsOf(items: readonly Readonly<Record<string, Attribute>>[]): Record<string, unknown>[] {
  return items.map(fromAttributes);
}
