import { put, type Write } from "../../data/commit.ts";
import type { Change } from "../../data/journal.ts";
import type { OrgId } from "../../kernel/id.ts";
import { assigningWrites } from "../assignments/fields.ts";
import { cardTypeEntity } from "../entity.ts";
import type { CardType } from "../schema.ts";

/** The writes and the change that create a card type, for a `commit()`. */
export function cardTypeCreation(orgId: OrgId, type: CardType): { writes: Write[]; change: Change } {
  return {
    writes: [
      put(
        cardTypeEntity().create({ orgId, kind: "type", typeId: type.id, version: type.version, definition: type }).params(),
        "stale",
      ),
      ...assigningWrites(orgId, undefined, type),
    ],
    change: {
      action: "cardType.create",
      subject: { kind: "cardType", id: type.id },
      version: type.version,
      before: null,
      after: { definition: type },
    },
  };
}
