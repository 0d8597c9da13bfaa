import { commit, commitContextOf } from "../../data/commit.ts";
import { KartisError } from "../../kernel/error.ts";
import type { OrgId } from "../../kernel/id.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { requestRun } from "../../operations/index.ts";
import { commitMetered } from "../../plans/index.ts";
import { countOfType } from "../replica/index.ts";
import type { CardType } from "../schema.ts";
import { fieldContext } from "../scope.ts";
import { getCardType } from "../store.ts";
import { readScopeOf } from "../targets.ts";
import { type Editor, fieldsUpdatePlan, reorderPlan, typeCreationPlan, typeRemovalPlan, typeUpdatePlan } from "./plans.ts";
import { impactsOf } from "./preview.ts";
import {
  CreateTypeInput,
  type Impact,
  PreviewInput,
  ReorderTypesInput,
  TypeRef,
  type UpdatedFields,
  UpdateFieldsInput,
  UpdateTypeInput,
} from "./schema.ts";

const editorOf = async ({ principal, clock }: OrgContext): Promise<Editor> => ({
  orgId: principal.orgId,
  userId: principal.userId,
  context: await fieldContext(principal),
  clock,
});

/** The change is made; the consumer of its record asks for the run too, should this process end here. */
async function begun(orgId: OrgId, result: UpdatedFields): Promise<UpdatedFields> {
  if (result.operationId) await requestRun(orgId, result.operationId);
  return result;
}

const create = procedure({
  name: "cardTypes.create",
  kind: "mutation",
  input: CreateTypeInput,
  can: ["CARD_TYPES", "create"],
  async run({ draft }, context): Promise<CardType> {
    const editor = await editorOf(context);
    const { result } = await commitMetered(commitContextOf(context), () => typeCreationPlan(editor, draft));
    return result;
  },
});

const update = procedure({
  name: "cardTypes.update",
  kind: "mutation",
  input: UpdateTypeInput,
  can: ["CARD_TYPES", "update"],
  async run({ typeId, expectedVersion, changes }, context): Promise<CardType> {
    const editor = await editorOf(context);
    const { result } = await commit(commitContextOf(context), () => typeUpdatePlan(editor, typeId, expectedVersion, changes));
    return (await begun(editor.orgId, result)).type;
  },
});

const updateFields = procedure({
  name: "cardTypes.updateFields",
  kind: "mutation",
  input: UpdateFieldsInput,
  can: ["CARD_FIELDS", "update"],
  async run({ typeId, expectedVersion, fields, resolutions }, context): Promise<UpdatedFields> {
    const editor = await editorOf(context);
    const { result } = await commit(commitContextOf(context), () =>
      fieldsUpdatePlan(editor, typeId, expectedVersion, fields, resolutions),
    );
    return begun(editor.orgId, result);
  },
});

const preview = procedure({
  name: "cardTypes.preview",
  kind: "query",
  input: PreviewInput,
  can: ["CARD_FIELDS", "read"],
  async run({ typeId, fields, identifiers }, context): Promise<{ impacts: Impact[] }> {
    const editor = await editorOf(context);
    const type = await getCardType(editor.orgId, typeId);
    return { impacts: await impactsOf(editor, type, fields, identifiers, await readScopeOf(context)) };
  },
});

/** Cards in the trash count: they may be restored for as long as they are there, and would then be of no type. */
async function requireNoCards(orgId: OrgId, typeId: CardType["id"]): Promise<void> {
  const { listed, trashed } = await countOfType(orgId, typeId);
  if (listed + trashed === 0) return;
  throw new KartisError("CARD_TYPE_DELETE_HAS_CARDS", {
    ...(listed === 0 ? { messageKey: "errors.cardTypeHasTrash" } : {}),
    params: { cards: listed, trashed },
  });
}

const remove = procedure({
  name: "cardTypes.remove",
  kind: "mutation",
  input: TypeRef,
  can: ["CARD_TYPES", "delete"],
  async run({ typeId }, context): Promise<{ ok: true }> {
    const { orgId } = context.principal;
    await commitMetered(commitContextOf(context), async () => {
      await requireNoCards(orgId, typeId);
      return typeRemovalPlan(orgId, typeId);
    });
    return { ok: true };
  },
});

const reorder = procedure({
  name: "cardTypes.reorder",
  kind: "mutation",
  input: ReorderTypesInput,
  can: ["CARD_TYPES", "update"],
  async run({ typeIds }, context): Promise<{ ok: true }> {
    await commit(commitContextOf(context), () => reorderPlan(context.principal.orgId, typeIds));
    return { ok: true };
  },
});

export const cardTypeProcedures = [create, update, updateFields, preview, remove, reorder] as const;
