import { operators } from "@kartis/core/cards/fields/field.ts";
import { FilterSchema } from "@kartis/core/cards/query/schema.ts";
import { env } from "@kartis/core/kernel/env.ts";
import * as z from "zod";
import * as audit from "./answers/audit.ts";
import * as automations from "./answers/automations.ts";
import * as calls from "./answers/calls.ts";
import * as cardTypes from "./answers/card-types.ts";
import * as cards from "./answers/cards.ts";
import * as files from "./answers/files.ts";
import * as gmail from "./answers/gmail.ts";
import * as mails from "./answers/mails.ts";
import * as sms from "./answers/sms.ts";
import * as meetings from "./answers/meetings.ts";
import * as notifications from "./answers/notifications.ts";
import * as people from "./answers/people.ts";
import * as taskViews from "./answers/task-views.ts";
import * as tasks from "./answers/tasks.ts";
import * as templates from "./answers/templates.ts";
import * as timeline from "./answers/timeline.ts";
import * as longOperations from "./answers/long-operations.ts";
import * as whatsapp from "./answers/whatsapp.ts";
import * as webhooks from "./answers/webhooks.ts";
import { Done } from "./answers/parts.ts";
import { queryFormOf } from "./input.ts";
import { type ExampleIds, tags } from "./exposure.ts";
import { type Operation, operations } from "./operations.ts";
import { Problem } from "./problem.ts";

type Json = Readonly<Record<string, unknown>>;

/** Made up, of the right form. */
const sampleIds: ExampleIds = {
  cardId: "crd_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  otherCardId: "crd_01JD3Q5W7X9ZABCDEFGHJKMNPR",
  taskId: "act_01JD3Q5W7X9ZABCDEFGHJKMNPV",
  commentId: "act_01JD3Q5W7X9ZABCDEFGHJKMNPV",
  communicationId: "act_01JD3Q5W7X9ZABCDEFGHJKMNPV",
  mailId: "act_01JD3Q5W7X9ZABCDEFGHJKMNPV",
  smsId: "act_01JD3Q5W7X9ZABCDEFGHJKMNPW",
  telephoneCallId: "cal_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  chatId: "cht_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  whatsappId: "act_01JD3Q5W7X9ZABCDEFGHJKMNPX",
  unsentWhatsappId: "act_01JD3Q5W7X9ZABCDEFGHJKMNPY",
  importFileId: "fil_01JD3Q5W7X9ZABCDEFGHJKMNPR",
  operationId: "opn_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  meetingId: "act_01JD3Q5W7X9ZABCDEFGHJKMNPW",
  guestId: "gst_x2Jk7Qe1sVb0Lr9TnWc4Aa",
  typeId: "typ_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  relationFieldId: "fld_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  layoutId: "lay_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  viewId: "viw_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  taskViewId: "viw_01JD3Q5W7X9ZABCDEFGHJKMNPR",
  templateId: "tpl_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  templateRecordId: "01JD3Q5W7X9ZABCDEFGHJKMNPR",
  userId: "usr_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  roleId: "rol_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  fileId: "fil_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  recordId: "01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  endpointId: "hok_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  messageId: "msg_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  webhookId: "inw_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  callId: "01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  formId: "frm_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  submissionId: "01JD3Q5W7X9ZABCDEFGHJKMNPR",
  automationId: "aut_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  runId: "run_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  failedRunId: "run_01JD3Q5W7X9ZABCDEFGHJKMNPR",
};

const ref = (name: string) => `#/components/schemas/${name}`;

/** Filters nest in themselves; the schema that checks them is cut off at a depth, and would be written out that many times. */
const filter = (): Json => ({
  description: "A condition, or groups of them that must all, or of which any may, hold. At most 8 deep.",
  anyOf: [
    {
      type: "object",
      properties: {
        fieldId: { type: "string" },
        operator: { enum: operators },
        value: { description: "`[from, to]` for BETWEEN and NOT_BETWEEN; a list for IN and NOT_IN; absent where none is needed" },
      },
      required: ["fieldId", "operator"],
      additionalProperties: false,
    },
    ...["all", "any"].map((group) => ({
      type: "object",
      properties: { [group]: { type: "array", items: { $ref: ref("Filter") }, maxItems: 50 } },
      required: [group],
      additionalProperties: false,
    })),
  ],
});

/** Answers that version 1 of the API promises, by their names in the document. */
const answers = {
  ...cards,
  ...cardTypes,
  ...tasks,
  ...taskViews,
  ...meetings,
  ...timeline,
  ...mails,
  ...sms,
  ...templates,
  ...notifications,
  ...people,
  ...files,
  ...audit,
  ...webhooks,
  ...whatsapp,
  ...calls,
  ...gmail,
  ...longOperations,
  ...automations,
  Done,
};

/** Schemas with a name in the document, as requests or as answers. */
class Components {
  readonly #io: "input" | "output";
  readonly #registry = z.registry<{ id: string }>();
  readonly #named: Readonly<Record<string, z.ZodType>>;

  constructor(io: "input" | "output", named: Readonly<Record<string, z.ZodType>>) {
    this.#io = io;
    this.#named = named;
    for (const [id, schema] of Object.entries(named)) this.#registry.add(schema, { id });
  }

  /** The schema, with references to named ones instead of repeating them. */
  schemaOf(schema: z.ZodType): Json {
    const id = this.#registry.get(schema)?.id;
    return id ? { $ref: ref(id) } : this.#convert(schema);
  }

  all(): Record<string, Json> {
    return Object.fromEntries(
      Object.entries(this.#named).map(([name, schema]) => [name, name === "Filter" ? filter() : this.#convert(schema)]),
    );
  }

  #convert(schema: z.ZodType): Json {
    const json = z.toJSONSchema(schema, {
      io: this.#io,
      metadata: this.#registry,
      unrepresentable: "any",
      override: ({ jsonSchema }) => {
        plainer(jsonSchema);
        // An answer may contain more one day, and no client should break on it.
        if (this.#io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    });
    // A schema that is named itself comes as a reference to itself.
    const id = this.#registry.get(schema)?.id;
    const { $schema: _, $defs: __, id: ___, ...plain } = (id && json.$defs?.[id]) || json;
    return JSON.parse(JSON.stringify(plain).replaceAll('"#/$defs/', '"#/components/schemas/'));
  }
}

/** Without what means nothing to a reader: the bounds of exact integers, and a pattern that spells a format out. */
function plainer(json: z.core.JSONSchema.BaseSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.format === "date-time") delete json.pattern;
}

const headers = {
  "X-Request-Id": { description: "The request's id, for the log", schema: { type: "string" } },
  "RateLimit-Limit": { description: "Requests that may be made in a minute", schema: { type: "integer" } },
  "RateLimit-Remaining": { description: "Requests left in this minute", schema: { type: "integer" } },
  "RateLimit-Reset": { description: "Seconds until the next minute begins", schema: { type: "integer" } },
};

interface Failure {
  readonly name: string;
  readonly description: string;
  readonly headers?: Json;
  /** A request that only reads is never answered so. */
  readonly ofChanges?: true;
}

/** Every error status of an operation, each with a problem. A test that sends anything it likes finds no other. */
const failures: Readonly<Record<number, Failure>> = {
  400: { name: "Invalid", description: "The body is not JSON, or some parameters are not valid; `errors` names each of them" },
  401: { name: "NotAuthenticated", description: "There is no token, or it is not valid" },
  402: { name: "PlanEnded", description: "The trial or the plan has ended" },
  403: { name: "NotAllowed", description: "The token lacks the permission, or the plan what is asked for" },
  404: { name: "NotFound", description: "There is no such thing, or it may not be seen" },
  409: {
    name: "Conflict",
    description: "It has been changed meanwhile or is there already; or the request with this idempotency key is still running",
    ofChanges: true,
  },
  413: { name: "TooLarge", description: "The body is larger than 1 MB", ofChanges: true },
  415: { name: "NotJson", description: "The body is not sent as application/json", ofChanges: true },
  422: {
    name: "NotProcessable",
    description:
      "The question takes too long to answer: use fewer conditions; or the idempotency key was used for another request",
  },
  429: {
    name: "TooManyRequests",
    description: "Too many requests in this minute, or too many that take long to answer",
    headers: { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } } },
  },
  500: { name: "Failure", description: "A failure of ours; quote `requestId` when asking for help" },
  502: { name: "ProviderAway", description: "A provider outside, such as WhatsApp, could not be asked" },
  503: { name: "NotReady", description: "Not ready just now; the same request may be sent again" },
};

let made: Json | undefined;

/** The OpenAPI 3.1 document of the API, made of the operations. */
export function openApiDocument(): Json {
  return (made ??= build());
}

function build(): Json {
  const outputs = new Components("output", { Filter: FilterSchema, Problem, ...answers });
  const inputs = new Components("input", { Filter: FilterSchema });
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationOf(operation, inputs, outputs);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Kartis API",
      version: "1",
      description: [
        "Everything that can be done here needs the permission that the same act needs on screen: a token has at most the rights of whoever made it.",
        "",
        "**Errors** are problem+json (RFC 9457) with a `code`. **Paging**: send `nextCursor` of an answer as `cursor`. **Idempotency**: send an `Idempotency-Key`",
        "with a change; the same request with the same key within 24 hours is answered as before and done once; one whose answer was lost is completed. **Limits**: requests are counted by the minute, for",
        "each token and for the organization; `RateLimit-*` says what is left, and `Retry-After` when to come back. **Paths** that are not here answer 404, and",
        "methods that a path does not have 405, with those it has in `Allow`. **Text** is kept without characters that cannot be seen (controls, zero-width",
        "characters, explicit directions); a **number** beyond ±(2^53 - 1), or with more digits than a double keeps, is not valid.",
      ].join("\n"),
    },
    servers: [{ url: `${env("PUBLIC_ORIGIN")}/api/v1` }],
    security: [{ token: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "A token made in Settings, API." },
      },
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description: "Any text that no other request has, for example a UUID",
          schema: { type: "string", minLength: 1, maxLength: 255 },
        },
      },
      headers,
      responses: Object.fromEntries(
        Object.values(failures).map(({ name, description, headers: named }: Failure) => [
          name,
          {
            description,
            ...(named ? { headers: named } : {}),
            content: { "application/problem+json": { schema: { $ref: ref("Problem") } } },
          },
        ]),
      ),
      schemas: outputs.all(),
    },
  };
}

const Shape = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

function operationOf(operation: Operation, inputs: Components, outputs: Components): Json {
  const wanted = inputs.schemaOf(operation.procedure.input);
  const { properties, required } = Shape.parse(wanted);
  const example: Readonly<Record<string, unknown>> = operation.example(sampleIds);
  const isGet = operation.method === "GET";
  const inPath = operation.pathParameters.map(({ property }) => property);
  const rest = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  const { access } = operation.procedure;
  const right = Array.isArray(access) ? `Needs the permission ${access.join(".")}.` : undefined;
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, right].filter(Boolean).join(" "),
    ...(Array.isArray(access) ? { "x-permission": access.join(".") } : {}),
    parameters: [
      ...operation.pathParameters.map(({ name, property }) => ({
        name,
        in: "path",
        required: true,
        schema: properties[property] ?? {},
        example: example[property],
      })),
      ...(isGet
        ? rest.map(([name, schema]) => queryParameter(operation, name, schema, required.includes(name), example[name]))
        : []),
      ...(isGet ? [] : [{ $ref: "#/components/parameters/IdempotencyKey" }]),
    ],
    ...("anyOf" in wanted || "oneOf" in wanted
      ? { requestBody: { required: true, content: { "application/json": { schema: wanted, example } } } }
      : isGet || rest.length === 0
        ? {}
        : { requestBody: bodyOf(rest, required, example) }),
    responses: {
      [operation.status ?? 200]: {
        description: "Done",
        headers: Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }])),
        content: { "application/json": { schema: outputs.schemaOf(operation.output) } },
      },
      ...Object.fromEntries(
        Object.entries(failures).flatMap(([status, { name, ofChanges }]: [string, Failure]) =>
          isGet && ofChanges ? [] : [[status, { $ref: `#/components/responses/${name}` }]],
        ),
      ),
    },
  };
}

function queryParameter(operation: Operation, name: string, schema: Json, required: boolean, example: unknown): Json {
  const property = operation.shape[name];
  const isJson = property !== undefined && queryFormOf(property) === "json";
  const { description, ...plain } = schema;
  return {
    name,
    in: "query",
    required,
    ...(description === undefined ? {} : { description }),
    ...(isJson
      ? { content: { "application/json": { schema: plain, ...(example === undefined ? {} : { example }) } } }
      : { schema: plain, ...(example === undefined ? {} : { example }) }),
  };
}

function bodyOf(rest: readonly (readonly [string, Json])[], required: readonly string[], example: Json): Json {
  const names = rest.map(([name]) => name);
  const needed = required.filter((name) => names.includes(name));
  return {
    required: needed.length > 0,
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: Object.fromEntries(rest),
          ...(needed.length > 0 ? { required: needed } : {}),
          additionalProperties: false,
        },
        example: Object.fromEntries(Object.entries(example).filter(([name]) => names.includes(name))),
      },
    },
  };
}
