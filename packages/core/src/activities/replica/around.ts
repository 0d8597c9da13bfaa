import { inTime } from "../../data/replica/question-time.ts";
import type { CardTypeId, OrgId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";
import type { Activity } from "../activity.ts";
import { activityOfRow } from "./rows.ts";

/** Values that can be long, and that no column is made of. */
const texts = ["text", "body", "quoted", "signature"].map((name) => `'$.${name}'`).join(", ");

/** Everything around the type's cards, also in the trash, without its longer texts. */
export async function activitiesAround(orgId: OrgId, typeId: CardTypeId): Promise<Activity[]> {
  const { statements } = await openReplica(orgId);
  const own = `SELECT id FROM card WHERE type_id = ? AND ${inTime("card.seq")}`;
  const rows = statements
    .of(
      `SELECT activity.*, json_remove(held, ${texts}) AS held FROM activity WHERE ${inTime("activity.id")}
       AND (card_id IN (${own}) OR id IN (SELECT activity_id FROM activity_card WHERE card_id IN (${own}) AND ${inTime("activity_id")}))`,
    )
    .iterate(typeId, typeId);
  return Array.from(rows, activityOfRow);
}
