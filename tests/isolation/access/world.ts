import { handler as runOperation } from "@kartis/events/operations/on-requested.ts";
import { handler as api } from "@kartis/functions/api/handler.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import { operations } from "@kartis/functions/api/rest/operations.ts";
import { errorShape } from "@kartis/core/kernel/error.ts";
import { type CardId, type CardTypeId, type FileId, isId, type OperationId } from "@kartis/core/kernel/id.ts";
import { allGrants, type Grants, type Permission, type PermissionLevel } from "@kartis/core/kernel/permission.ts";
import type { Procedure } from "@kartis/core/kernel/procedure.ts";
import { viewAsCookie } from "@kartis/core/organizations/index.ts";
import * as z from "zod";
import { switchOn } from "../../support/features.ts";
import { storeFile } from "../../support/files.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "../../support/people.ts";
import { sqsRecord } from "../../support/sqs.ts";

type APIGatewayProxyEventV2 = Parameters<typeof api>[0];

export type ProcedureName = (typeof procedures)[number]["name"];

/**
 * Owner of the card, from the caller's point of view: theirs, one of somebody with the same role, one of somebody without it, and one of another without it
 * that is assigned to the asking person.
 */
export const whose = ["own", "mate", "stranger", "assigned"] as const;
export type Whose = (typeof whose)[number];

/** Reach of a right; NONE if the role does not have it. */
export const levels = ["ORGANIZATION", "ROLE_GROUP", "USER", "NONE"] as const satisfies readonly (PermissionLevel | "NONE")[];
export type Level = (typeof levels)[number];

/**
 * Kind of access of the caller: a session with a role that has little, a token of such a person, a token that has little of a person whose role has
 * everything, an owner who looks with the role's eyes.
 */
export const ways = ["session", "token", "narrow token", "view as"] as const;
export type Way = (typeof ways)[number];

/** Parts of a card that show whether it was changed or trashed. */
export interface CardState {
  readonly version: number;
  readonly trashedAt: string | null;
}

export interface TestCard {
  readonly id: CardId;
  readonly state: CardState;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/** Calls procedures by name. Answers with what came, or with the error as the caller would get it. */
type Ask = (name: ProcedureName, input: unknown) => Promise<unknown>;

/** An organization in which somebody has one right at one level, and all others in full. */
export interface World {
  readonly way: Way;
  readonly right: Permission;
  readonly level: Level;
  readonly owner: Owner;
  /** The caller, as in a browser session; also the person in whose name a token acts. */
  readonly me: Owner;
  readonly people: Readonly<Record<Whose, Owner>>;
  readonly ask: Ask;
  readonly typeId: CardTypeId;
  /** The type's fields by their key. */
  readonly fieldIds: Readonly<Record<string, string>>;
  /** One card of each; their `worth` is 1, 10, 100, 1000, and there are one, two, four and eight others of the type `countedTypeId`. */
  readonly cards: Readonly<Record<Whose, TestCard>>;
  readonly countedTypeId: CardTypeId;
  /** A card of the asking person's own, which names the four. */
  readonly hub: TestCard;
}

export const worth: Readonly<Record<Whose, number>> = { own: 1, mate: 10, stranger: 100, assigned: 1000 };
export const counted: Readonly<Record<Whose, number>> = { own: 1, mate: 2, stranger: 4, assigned: 8 };

const Created = z.object({
  id: z.custom<CardId>((id) => typeof id === "string" && id.startsWith("crd_")),
  version: z.number(),
  trashedAt: z.string().nullable(),
});

let counter = 0;
/** A name that stands nowhere else. */
const newName = (of: string): string => `${of}q${(++counter).toString(36)}x`;

/** The values by which a card is that person's. */
export const belonging = ({ people, fieldIds }: Pick<World, "people" | "fieldIds">, of: Whose): Record<string, unknown> => ({
  owner: people[of].userId,
  [fieldIds["assignee"] ?? ""]: of === "assigned" ? people.own.userId : null,
});

/** A card of that person's, made by somebody who may everything. */
export async function newCard(
  { owner, people, typeId, fieldIds }: Pick<World, "owner" | "people" | "typeId" | "fieldIds">,
  of: Whose,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<TestCard> {
  const name = newName(of);
  const [email, phone] = [`mail${counter}@firm.example`, `+1212555${String(1000 + counter).padStart(4, "0")}`];
  const { id, ...state } = Created.parse(
    await owner.call(named(procedures, "cards.create"), {
      typeId,
      fields: {
        name,
        ...belonging({ people, fieldIds }, of),
        [fieldIds["email"] ?? ""]: email,
        [fieldIds["phone"] ?? ""]: phone,
        [fieldIds["worth"] ?? ""]: worth[of],
        ...fields,
      },
    }),
  );
  return { id, state, name, email, phone };
}

const statuses = [
  { id: "open", label: "Open", hue: "blue" },
  { id: "done", label: "Done", hue: "green" },
] as const;
const draftFields = [
  { key: "email", type: "email", label: "E-mail" },
  { key: "phone", type: "phone", label: "Phone" },
  { key: "worth", type: "number", label: "Worth" },
  { key: "note", type: "text", label: "Note" },
  { key: "safe", type: "password", label: "Safe" },
  { key: "papers", type: "file", label: "Papers" },
  { key: "picture", type: "image", label: "Picture" },
  { key: "links", type: "cardRelation", label: "Links" },
  { key: "assignee", type: "user", label: "Assignee", assigns: true },
  { key: "witness", type: "user", label: "Witness" },
] as const;

export async function newWorld(way: Way, right: Permission, level: Level): Promise<World> {
  const owner = await newOwner({ template: "empty" });
  await switchOn(owner, "dashboard");
  await switchOn(owner, "content-templates");
  await switchOn(owner, "chats");
  const { [right]: _, ...others } = allGrants;
  const little: Grants = level === "NONE" ? others : { ...others, [right]: level };
  const createRole = named(procedures, "roles.create");
  const role = await owner.call(createRole, { name: "Tried", grants: way === "narrow token" ? allGrants : little });
  const otherRole = await owner.call(createRole, { name: "Other", grants: allGrants });
  const [member, mate, stranger, assigned] = [
    await newMember(owner, { roleId: role.id }),
    await newMember(owner, { roleId: role.id }),
    await newMember(owner, { roleId: otherRole.id }),
    await newMember(owner, { roleId: otherRole.id }),
  ];
  const me = way === "view as" ? owner : member;
  const people = { own: me, mate, stranger, assigned };
  const createType = named(procedures, "cardTypes.create");
  const draft = { name: "Case", pluralName: "Cases", hue: "blue" as const, statuses: [...statuses] };
  const type = await owner.call(createType, { draft: { ...draft, fields: [...draftFields] } });
  const points = await owner.call(createType, {
    draft: { ...draft, name: "Point", pluralName: "Points", fields: [{ ...draftFields[8], id: "fld_point_assignee" }] },
  });
  const fieldIds = Object.fromEntries(type.fields.map(({ key, id }) => [key, id]));
  const counting = { fieldIds: Object.fromEntries(points.fields.map(({ key, id }) => [key, id])) };
  await owner.call(named(procedures, "cardTypes.update"), {
    typeId: type.id,
    expectedVersion: type.version,
    changes: { identifiers: [fieldIds["email"] ?? ""] },
  });
  const base = { owner, people, typeId: type.id, fieldIds };
  // A field that does not assign grants nothing, whoever is in it.
  const witness = { [fieldIds["witness"] ?? ""]: me.userId };
  const cards = {
    own: await newCard(base, "own"),
    mate: await newCard(base, "mate"),
    stranger: await newCard(base, "stranger", witness),
    assigned: await newCard(base, "assigned"),
  };
  for (const one of whose)
    for (let at = 0; at < counted[one]; at++)
      await owner.call(named(procedures, "cards.create"), {
        typeId: points.id,
        fields: { name: newName("point"), ...belonging({ people, ...counting }, one), status: "open" },
      });
  const hub = await newCard(base, "own", {
    [fieldIds["links"] ?? ""]: whose.map((one) => cards[one].id),
    [fieldIds["worth"] ?? ""]: 0,
  });
  const eyes = way === "view as" ? withEyesOf(me, role.id) : me;
  const isToken = way === "token" || way === "narrow token";
  const token =
    isToken && (await me.call(named(procedures, "tokens.create"), { name: "Test", grants: little, expiresInDays: 1 }));
  const ask: Ask = (name, input) => (token ? askRest(token.secret, name, input) : askAs(eyes, name, input));
  return { ...base, way, right, level, me: eyes, ask, cards, countedTypeId: points.id, hub };
}

/** The same person in another browser, in which they look with the role's eyes. */
function withEyesOf(person: Owner, roleId: string): Owner {
  const browser = new Visitor(person.clock);
  for (const [name, value] of [...person.cookies, [viewAsCookie, roleId] as const]) browser.cookies.set(name, value);
  return Object.assign(browser, { orgId: person.orgId, userId: person.userId });
}

const procedureNamed = (name: ProcedureName): Procedure => {
  const procedure: Procedure | undefined = procedures.find((one) => one.name === name);
  if (!procedure) throw new Error(`There is no procedure ${name}`);
  return procedure;
};

/** Refusals that are allowed; any other is an error of the test or of the code. */
const refusals = ["NO_PERMISSION", "NOT_FOUND", "FORBIDDEN", "INVALID_INPUT", "PRECONDITION_FAILED"];

export async function askAs(person: Visitor, name: ProcedureName, input: unknown): Promise<unknown> {
  try {
    return await person.call(procedureNamed(name), input);
  } catch (error) {
    const shape = errorShape(error, "r");
    if (!refusals.includes(shape.code)) throw error;
    return { error: shape };
  }
}

/** True when the API has an operation for each of the procedures. */
export const isExposed = (names: readonly ProcedureName[]): boolean =>
  names.every((name) => operations.some(({ id }) => id === name));

/** The same by a token: an operation of the API, as its callers ask. */
export async function askRest(secret: string, name: ProcedureName, input: unknown): Promise<unknown> {
  const operation = operations.find(({ id }) => id === name);
  if (!operation) throw new Error(`The API has no ${name}`);
  const given = z.record(z.string(), z.unknown()).parse(input);
  const inPath = new Map(operation.pathParameters.map(({ name, property }) => [name, property]));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(String(given[inPath.get(parameter) ?? ""])),
  );
  const properties = new Set(inPath.values());
  const rest = Object.entries(given).filter(([key]) => !properties.has(key));
  const { status, body } = await callRest({
    method: operation.method,
    path,
    secret,
    ...(operation.method === "GET" ? { query: queryOf(rest) } : { body: Object.fromEntries(rest) }),
  });
  const { code } = z.object({ code: z.string().optional() }).catch({}).parse(body);
  if (status >= 400 && !refusals.includes(code ?? "")) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
  return status >= 400 ? { error: body } : body;
}

function queryOf(entries: readonly (readonly [string, unknown])[]): string {
  const query = new URLSearchParams();
  for (const [key, value] of entries) {
    if (Array.isArray(value) && value.every((each) => typeof each === "string"))
      for (const each of value) query.append(key, each);
    else query.append(key, typeof value === "string" ? value : JSON.stringify(value));
  }
  return query.toString();
}

/** A request to `/api/v1`, as API Gateway hands it to the Lambda. */
async function callRest(request: {
  readonly method: string;
  readonly path: string;
  readonly secret: string;
  readonly query?: string;
  readonly body?: unknown;
}): Promise<{ status: number; body: unknown }> {
  const { method, path, secret, query = "", body } = request;
  const answer = await api(
    eventOf("ANY /api/v1/{proxy+}", method, `/api/v1${path}`, {
      rawQueryString: query,
      headers: { authorization: `Bearer ${secret}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return { status: answer.statusCode ?? 0, body: JSON.parse(answer.body ?? "null") };
}

/** The address of a file in the app, as a browser asks for it: where it leads to, if anywhere. */
export async function openFile(
  person: Visitor,
  fileId: string,
  query = "",
): Promise<{ status: number; location: string | null }> {
  const answer = await api(
    eventOf("GET /files/{fileId}", "GET", `/files/${fileId}`, {
      rawQueryString: query,
      queryStringParameters: Object.fromEntries(new URLSearchParams(query)),
      pathParameters: { fileId },
      cookies: [...person.cookies].map(([name, value]) => `${name}=${value}`),
    }),
  );
  return { status: answer.statusCode ?? 0, location: String(answer.headers?.["location"] ?? "") || null };
}

function eventOf(routeKey: string, method: string, path: string, more: Partial<APIGatewayProxyEventV2>): APIGatewayProxyEventV2 {
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: "",
    headers: {},
    cookies: [],
    requestContext: {
      accountId: "",
      apiId: "",
      domainName: "",
      domainPrefix: "",
      http: { method, path, protocol: "HTTP/1.1", sourceIp: "10.9.9.9", userAgent: "test" },
      requestId: "",
      routeKey: "",
      stage: "$default",
      time: "",
      timeEpoch: 0,
    },
    isBase64Encoded: false,
    ...more,
  };
}

const Started = z.object({ operationId: z.custom<OperationId>((id) => typeof id === "string" && id.startsWith("opn_")) });

/** Runs the operation that was begun, and returns what its starter then sees of it. Returns the refusal if none was begun. */
export async function finish(by: Visitor & { readonly orgId: string }, begun: unknown): Promise<unknown> {
  const started = Started.safeParse(begun);
  if (!started.success) return begun;
  const { operationId } = started.data;
  await runOperation({ Records: [sqsRecord({ orgId: by.orgId, operationId })] });
  const operation = await askAs(by, "operations.get", { operationId });
  const { resultUrl } = z.object({ resultUrl: z.string().nullable().optional() }).parse(operation);
  const fileId = resultUrl?.split("/").at(-1);
  return { operationId, operation, file: fileId ? await contentOf(by, fileId) : null };
}

/** The content of a file, or null if the caller may not download it. */
export async function contentOf(person: Visitor, fileId: string): Promise<string | null> {
  const { location } = await openFile(person, fileId);
  return location === null ? null : await (await fetch(location)).text();
}

/** A file of an activity, whose name and content are the text. */
export function attachedFile(by: Visitor, activityId: string, name: string): Promise<FileId> {
  if (!isId("act", activityId)) throw new Error(`Not an activity: ${activityId}`);
  return storeFile(by, { name, content: name, activityId });
}
/** A text file on that card, put there by somebody who may everything. */
export const newFile = (by: Visitor, cardId: CardId, name: string) => storeFile(by, { name, content: name, cardId });
