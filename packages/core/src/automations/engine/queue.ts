import * as z from "zod";
import { sendWork } from "../../data/work-queue.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import type { AutomationId } from "../schema.ts";

/** A message of the runs queue: a card that may have due runs. */
export const RunsMessage = z.object({ orgId: idSchema("org"), cardId: idSchema("crd") });

/** A message of the same queue: an automation whose schedule may be due. */
export const ScheduleMessage = z.object({ orgId: idSchema("org"), automationId: idSchema("aut") });

const send = (message: z.output<typeof RunsMessage> | z.output<typeof ScheduleMessage>): Promise<void> =>
  sendWork("RUNS_QUEUE_URL", message);

/** Enqueues a card whose due runs are to be executed. */
export const enqueueCard = (orgId: OrgId, cardId: CardId): Promise<void> => send({ orgId, cardId });

/** Enqueues an automation whose scheduled runs are to be started. */
export const enqueueSchedule = (orgId: OrgId, automationId: AutomationId): Promise<void> => send({ orgId, automationId });
