import { commit, commitContextOf } from "../../data/commit.ts";
import { KartisError } from "../../kernel/error.ts";
import type { OrgId } from "../../kernel/id.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { wordsOf } from "../../words.ts";
import { commitMetered } from "../../plans/index.ts";
import { countOfType } from "../replica/index.ts";
import type { CardType } from "../schema.ts";
import { fieldContext } from "../scope.ts";
import { getCardType } from "../store.ts";
import { readScopeOf } from "../relations/targets.ts";
import {
  type Editor,
  prepareFieldsUpdate,
  prepareReorder,
  prepareTypeCreation,
  prepareTypeRemoval,
  prepareTypeUpdate,
} from "./prepare.ts";
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

const editorOf = async ({ principal, clock, language }: OrgContext): Promise<Editor> => ({
  orgId: principal.orgId,
  userId: principal.userId,
  context: await fieldContext(principal),
  clock,
  language,
  words: await wordsOf(language),
});

const create = procedure({
  name: "cardTypes.create",
  kind: "mutation",
  input: CreateTypeInput,
  can: ["CARD_TYPES", "create"],
  hasPresetNames: true,
  async run({ draft }, context): Promise<CardType> {
    const editor = await editorOf(context);
    const { result } = await commitMetered(commitContextOf(context), () => prepareTypeCreation(editor, draft));
    return result;
  },
});

const update = procedure({
  name: "cardTypes.update",
  kind: "mutation",
  input: UpdateTypeInput,
  can: ["CARD_TYPES", "update"],
  hasPresetNames: true,
  async run({ typeId, expectedVersion, changes }, context): Promise<CardType> {
    const editor = await editorOf(context);
    const { result } = await commit(commitContextOf(context), () => prepareTypeUpdate(editor, typeId, expectedVersion, changes));
    return result.type;
  },
});

const updateFields = procedure({
  name: "cardTypes.updateFields",
  kind: "mutation",
  input: UpdateFieldsInput,
  can: ["CARD_FIELDS", "update"],
  hasPresetNames: true,
  async run({ typeId, expectedVersion, fields, resolutions }, context): Promise<UpdatedFields> {
    const editor = await editorOf(context);
    const { result } = await commit(commitContextOf(context), () =>
      prepareFieldsUpdate(editor, typeId, expectedVersion, fields, resolutions),
    );
    return result;
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

/** Cards in the trash count: they may still be restored, and would then have no type. */
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
      return prepareTypeRemoval(orgId, typeId);
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
    await commit(commitContextOf(context), () => prepareReorder(context.principal.orgId, typeIds));
    return { ok: true };
  },
});

export const cardTypeProcedures = [create, update, updateFields, preview, remove, reorder] as const;
