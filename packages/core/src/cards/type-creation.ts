import { put, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import type { OrgId } from "../kernel/id.ts";
import { cardTypeEntity } from "./entity.ts";
import type { CardType } from "./schema.ts";

/** The write and the change that create a card type, for a `commit()`. */
export function cardTypeCreation(orgId: OrgId, type: CardType): { write: Write; change: Change } {
  return {
    write: put(
      cardTypeEntity().create({ orgId, kind: "type", typeId: type.id, version: type.version, definition: type }).params(),
      "replan",
    ),
    change: {
      action: "cardType.create",
      subject: { kind: "cardType", id: type.id },
      version: type.version,
      before: null,
      after: { definition: type },
    },
  };
}
