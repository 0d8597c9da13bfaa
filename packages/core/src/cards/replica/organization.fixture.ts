import { type CommitContext, type ChangeSet, put } from "../../data/commit.ts";
import type { Change } from "../../data/journal.ts";
import { systemActor } from "../../kernel/actor.ts";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import { type CardId, newId, type OrgId } from "../../kernel/id.ts";
import { commitMetered } from "../../plans/index.ts";
import { cardTypeEntity } from "../entity.ts";
import { creation, edit, changeSetOf, trashing } from "../card-writes.ts";
import type { FieldContext } from "../rules.ts";
import type { Card, CardType, FieldValues } from "../schema.ts";
import { getCard } from "../store.ts";
import { cardTypeCreation } from "../types/creation.ts";

const context: FieldContext = { currency: "ILS", region: "IL" };

/** An organization with nothing but its cards, written as procedures write them: as change sets, through `commit()`. */
export class TestOrganization {
  readonly orgId: OrgId;
  clock: Clock = systemClock;

  constructor(orgId: OrgId = newId("org")) {
    this.orgId = orgId;
  }

  static async found(types: readonly CardType[]): Promise<TestOrganization> {
    const organization = new TestOrganization();
    for (const type of types) {
      const { writes, change } = cardTypeCreation(organization.orgId, type);
      await organization.commit(async () => ({ writes, records: [{ changes: [change] }], result: undefined }));
    }
    return organization;
  }

  async commit<T>(prepare: (at: string) => Promise<ChangeSet<T>>, more: Partial<CommitContext> = {}): Promise<T> {
    const { result } = await commitMetered(
      {
        orgId: this.orgId,
        actor: systemActor(this.orgId, "test"),
        clock: this.clock,
        requestId: newId("req"),
        origin: "system",
        ...more,
      },
      prepare,
    );
    return result;
  }

  create(type: CardType, fields: FieldValues, cardId: CardId = newId("crd")): Promise<Card> {
    return this.commit(async (at) => {
      const made = creation(this.orgId, type, cardId, fields, context, at);
      return changeSetOf(this.orgId, made, made.card);
    });
  }

  /** Many cards under one record, as an import writes them. */
  createChunk(type: CardType, all: readonly FieldValues[]): Promise<readonly CardId[]> {
    return this.commit(
      async (at) => {
        const made = all.map((fields) => creation(this.orgId, type, newId("crd"), fields, context, at));
        return {
          writes: made.flatMap((card) => card.writes),
          records: [{ changes: made.map((card) => card.change) }],
          result: made.map((card) => card.card.id),
        };
      },
      { origin: "import", batchId: newId("opn") },
    );
  }

  edit(type: CardType, cardId: CardId, patch: FieldValues): Promise<Card> {
    return this.commit(async (at) => {
      const current = await this.read(cardId);
      return changeSetOf(this.orgId, edit(this.orgId, type, current, patch, undefined, context, at), current);
    });
  }

  trash(type: CardType, cardId: CardId, trashed: boolean): Promise<Card> {
    return this.commit(async (at) => {
      const current = await this.read(cardId);
      return changeSetOf(this.orgId, trashing(this.orgId, type, current, trashed, context, at), current);
    });
  }

  changeType(type: CardType): Promise<void> {
    const change: Change = {
      action: "cardType.update",
      subject: { kind: "cardType", id: type.id },
      version: type.version,
      before: null,
      after: { definition: type },
    };
    return this.commit(async () => ({
      writes: [
        put(
          cardTypeEntity()
            .put({ orgId: this.orgId, kind: "type", typeId: type.id, version: type.version, definition: type })
            .params(),
          "stale",
        ),
      ],
      records: [{ changes: [change] }],
      result: undefined,
    }));
  }

  read(cardId: CardId) {
    return getCard(this.orgId, { kind: "organization" }, cardId);
  }
}
