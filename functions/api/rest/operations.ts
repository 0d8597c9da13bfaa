import type { Procedure } from "@kartis/core/kernel/procedure.ts";
import * as z from "zod";
import { procedures } from "../procedures.ts";
import { audit } from "./exposed/audit.ts";
import { automations } from "./exposed/automations.ts";
import { calls } from "./exposed/calls.ts";
import { cardTypes } from "./exposed/card-types.ts";
import { cards } from "./exposed/cards.ts";
import { files } from "./exposed/files.ts";
import { gmail } from "./exposed/gmail.ts";
import { incoming } from "./exposed/incoming.ts";
import { mails } from "./exposed/mails.ts";
import { sms } from "./exposed/sms.ts";
import { meetings } from "./exposed/meetings.ts";
import { notifications } from "./exposed/notifications.ts";
import { taskViews } from "./exposed/task-views.ts";
import { tasks } from "./exposed/tasks.ts";
import { templates } from "./exposed/templates.ts";
import { timeline } from "./exposed/timeline.ts";
import { people } from "./exposed/people.ts";
import { views } from "./exposed/views.ts";
import { longOperations } from "./exposed/long-operations.ts";
import { whatsapp } from "./exposed/whatsapp.ts";
import { webhooks } from "./exposed/webhooks.ts";
import type { Exposure } from "./exposure.ts";

/**
 * Procedures that version 1 of the public API exposes, and how. Permission, plan, parsing and the work itself are the procedure's, as on every channel.
 * Signing in, onboarding, a person's own profile and live updates stay out. Operations that continue after their call do so with the token's rights.
 */
const exposed = {
  ...cards,
  ...tasks,
  ...meetings,
  ...timeline,
  ...mails,
  ...sms,
  ...templates,
  ...notifications,
  ...cardTypes,
  ...views,
  ...taskViews,
  ...files,
  ...people,
  ...audit,
  ...webhooks,
  ...incoming,
  ...whatsapp,
  ...calls,
  ...gmail,
  ...longOperations,
  ...automations,
} as const;

export interface Operation extends Exposure {
  /** The procedure's name; the operation's id in the document. */
  readonly id: string;
  readonly procedure: Procedure;
  /** The procedure's input by property. */
  readonly shape: Readonly<Record<string, z.core.$ZodType>>;
  /** The parameters of the path, each with the input's property that it is. */
  readonly pathParameters: readonly { readonly name: string; readonly property: string }[];
}

/** The properties of an object, or all those of a choice between objects. */
function shapeOf(input: z.core.$ZodType): Operation["shape"] | undefined {
  if (input instanceof z.ZodObject) return input.shape;
  if (!(input instanceof z.ZodUnion)) return undefined;
  const shapes = input.options.map(shapeOf);
  return shapes.every((shape) => shape !== undefined) ? Object.assign({}, ...shapes) : undefined;
}

const isExposed = (name: string): name is keyof typeof exposed => name in exposed;

/** Every operation, in the order of the table. */
export const operations: readonly Operation[] = Object.keys(exposed).map((id) => {
  const procedure: Procedure | undefined = procedures.find(({ name }) => name === id);
  if (!procedure || !isExposed(id)) throw new Error(`There is no procedure ${id}`);
  const exposure: Exposure = exposed[id];
  const shape = shapeOf(procedure.input);
  if (!shape) throw new Error(`${id}: parameters are taken from the properties of an object`);
  const pathParameters = [...exposure.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    property: exposure.properties?.[name] ?? name,
  }));
  for (const { property } of pathParameters) if (!(property in shape)) throw new Error(`${id} has no ${property}`);
  return { ...exposure, id, procedure, shape, pathParameters };
});
