/*
 * Files as people use them: uploading, viewing, listing and deleting what belongs to cards, activities and templates, and avatars. Owns nothing of its own: files do.
 * Invariant: exactly the people who may see a card, an activity or a template may see its files; a deleted file is on none of them.
 * Records: file.upload, file.delete with the update of each card, activity and template that showed it.
 */
import * as z from "zod";
import {
  activitiesHolding,
  activityEdits,
  activityInScope,
  activitySightOf,
  findActivities,
  mayReadFileOf,
} from "../activities/index.ts";
import { cardEdits, cardsHolding, findCard, getCard, inScope, scopeFor, scopeOf } from "../cards/index.ts";
import { commit, commitContextOf } from "../data/commit.ts";
import {
  createUpload,
  findFile,
  findPassing,
  finishUpload,
  lastingKey,
  removalOf,
  signedUrl,
  type Storage,
  storageOf,
  temporaryKey,
  tooLargeFile,
} from "../files/index.ts";
import { fileName, isInlineType, maxFileBytes } from "../files/rules.ts";
import type { StoredFile, UploadPurpose } from "../files/schema.ts";
import { KartisError } from "../kernel/error.ts";
import type { FileId, OrgId, UserId } from "../kernel/id.ts";
import { type OrgContext, procedure, requirePlan, requireRight } from "../kernel/procedure.ts";
import type { Scope } from "../kernel/scope.ts";
import {
  mayReadFileOf as mayReadTemplateFile,
  requireAttaching,
  templateEdits,
  templateSightOf,
} from "../message-templates/attachments/index.ts";
import { findMember, memberUpdate } from "../organizations/index.ts";
import { Allowance } from "../plans/index.ts";
import { type FileScope, listFiles } from "./list.ts";
import { type CreateUpload, CreateUploadInput, type FileList, FileListInput, FileRef } from "./schema.ts";

export { fileCountOf } from "./list.ts";

const everything: Scope = { kind: "organization" };

const cardScope = (context: OrgContext): Promise<Scope> => scopeOf(requireRight(["CARDS", "read"], context));

/** The scope of the call's own storage permission. */
const storageScope = ({ principal, level }: OrgContext): Promise<Scope> => scopeFor(principal, level);

function person({ principal }: OrgContext): UserId {
  if (!principal.userId) throw new KartisError("FORBIDDEN");
  return principal.userId;
}

/** The card, activity or template that a file of the purpose belongs to. Throws INVALID_INPUT if it is missing or of the wrong kind. */
function ownerOf(purpose: UploadPurpose, owners: Pick<CreateUpload, "cardId" | "activityId" | "templateId">) {
  const needed = purpose === "activity" ? "activityId" : purpose === "template" ? "templateId" : "cardId";
  const given = (["cardId", "activityId", "templateId"] as const).filter((name) => owners[name]);
  if (given.some((name) => name !== needed)) throw new KartisError("INVALID_INPUT", { fields: { purpose: "validation.enum" } });
  if (given.length === 0 && purpose !== "avatar")
    throw new KartisError("INVALID_INPUT", { fields: { [needed]: "validation.required" } });
  return owners;
}

const create = procedure({
  name: "files.createUpload",
  kind: "mutation",
  input: CreateUploadInput,
  can: ["STORAGE", "create"],
  async run({ name, bytes, purpose, ...owners }, context) {
    const { principal, clock } = context;
    const { orgId } = principal;
    if (bytes > maxFileBytes) throw tooLargeFile();
    const owner = ownerOf(purpose, owners);
    if (owner.templateId) await requireAttaching(context, owner.templateId);
    if (owner.activityId && (await mayReadFileOf(context, owner.activityId)) === false) throw new KartisError("NOT_FOUND");
    // A card that is still to be created may get files first; for an existing card, the uploader must be able to see it.
    if (owner.cardId && (await findCard(orgId, everything, owner.cardId))) {
      const card = await getCard(orgId, await cardScope(context), owner.cardId);
      if (!inScope(await storageScope(context), card))
        throw new KartisError("NO_PERMISSION", { params: { action: "create", type: "STORAGE" } });
    }
    // The plan decides when the upload is finished; this check only spares people an upload that is bound to fail.
    await new Allowance(orgId, principal.plan, "storage").require(bytes);
    return createUpload(orgId, purpose, fileName(name) || "file", maxFileBytes, person(context), clock, owner);
  },
});

const finish = procedure({
  name: "files.finish",
  kind: "mutation",
  input: FileRef,
  can: ["STORAGE", "create"],
  run: async ({ fileId }, context): Promise<StoredFile> =>
    finishUpload(context.principal, person(context), fileId, commitContextOf(context)),
});

/** Throws NOT_FOUND unless the call may see what the file belongs to. */
async function requireSeen(file: StoredFile, context: OrgContext): Promise<void> {
  const { orgId, userId } = context.principal;
  const isTheirs = file.uploadedBy === userId || context.principal.grants["STORAGE.read"] === "ORGANIZATION";
  if (file.activityId || file.templateId) {
    const { fileId, activityId, templateId } = file;
    // A template's file is read by whoever is offered the template, and with each mail that was sent with it.
    const isOffered = templateId ? await mayReadTemplateFile(context, templateId, fileId) : undefined;
    if (isOffered) return;
    // A file uploaded for something that is not saved yet, or was never sent, still belongs to its uploader.
    if (!((await mayReadFileOf(context, activityId, fileId)) ?? isOffered ?? isTheirs)) throw new KartisError("NOT_FOUND");
    return;
  }
  if (file.cardId === null) return;
  const scope = await cardScope(context);
  if (await findCard(orgId, scope, file.cardId)) return;
  const isOrphan = !(await findCard(orgId, everything, file.cardId));
  if (!isOrphan || !isTheirs) throw new KartisError("NOT_FOUND");
}

async function getFile(orgId: OrgId, fileId: FileId, context: OrgContext): Promise<StoredFile> {
  const file = await findFile(orgId, fileId);
  if (!file) throw new KartisError("NOT_FOUND");
  await requireSeen(file, context);
  return file;
}

const remove = procedure({
  name: "files.remove",
  kind: "mutation",
  input: FileRef,
  can: ["STORAGE", "delete"],
  async run({ fileId }, context): Promise<{ fileId: FileId }> {
    const { orgId } = context.principal;
    if (context.level !== "ORGANIZATION") await requireReach(await getFile(orgId, fileId, context), context);
    await commit(commitContextOf(context), async (at) => {
      const file = await getFile(orgId, fileId, context);
      const removal = removalOf(orgId, file);
      // Permission to delete the file is enough to take it off the cards that show it.
      const shown = file.purpose === "avatar" && file.cardId === null ? await findMember(orgId, file.uploadedBy) : undefined;
      const avatar = shown?.avatarId === fileId ? memberUpdate(orgId, shown, { avatarId: null }) : undefined;
      const [edits, holding, templates] = await Promise.all([
        cardEdits(orgId, context, await cardsHolding(orgId, fileId), fileId, at),
        activityEdits(orgId, (await activitiesHolding(orgId, [fileId])).get(fileId) ?? [], fileId, at),
        templateEdits(orgId, fileId, at),
      ]);
      return {
        writes: [
          ...removal.writes,
          ...(avatar?.writes ?? []),
          ...edits.flatMap((edit) => edit.writes),
          ...[...holding, ...templates].map(({ write }) => write),
        ],
        records: [
          { changes: [removal.change] },
          ...(avatar ? [{ changes: [avatar.change] }] : []),
          ...edits.map((edit) => ({ changes: [edit.change] })),
          ...[...holding, ...templates].map(({ change }) => ({ changes: [change] })),
        ],
        result: undefined,
      };
    });
    return { fileId };
  },
});

/** Below ORGANIZATION level, people delete files they uploaded and files of cards and activities within reach; a template's is its uploader's. */
async function requireReach(file: StoredFile, context: OrgContext): Promise<void> {
  const { orgId, userId } = context.principal;
  if (file.uploadedBy === userId) return;
  const scope = await storageScope(context);
  const activity = file.activityId && (await findActivities(orgId, [file.activityId])).get(file.activityId);
  const isReached = activity
    ? activityInScope(scope, activity)
    : file.cardId && (await findCard(orgId, scope, file.cardId)) !== undefined;
  if (!isReached) throw new KartisError("NO_PERMISSION", { params: { action: "delete", type: "STORAGE" } });
}

const fileScope = async (context: OrgContext): Promise<FileScope> => ({
  cards: await cardScope(context),
  storage: await storageScope(context),
  sight: await activitySightOf(context),
  templates: await templateSightOf(context),
  userId: context.principal.userId,
});

const list = procedure({
  name: "files.list",
  kind: "query",
  input: FileListInput,
  can: ["STORAGE", "read"],
  run: async (query, context): Promise<FileList> => listFiles(context.principal.orgId, await fileScope(context), query),
});

const ofCard = procedure({
  name: "files.ofCard",
  kind: "query",
  input: z.object({ cardId: CreateUploadInput.shape.cardId.unwrap() }),
  can: ["CARDS", "read"],
  async run({ cardId }, context): Promise<FileList> {
    const { orgId, userId } = context.principal;
    const cards = await scopeOf(context);
    await getCard(orgId, cards, cardId);
    const query = FileListInput.parse({ cardId, limit: 200 });
    const sight = await activitySightOf(context);
    return listFiles(orgId, { cards, storage: everything, sight, templates: { stored: [], offered: [] }, userId }, query);
  },
});

const storage = procedure({
  name: "files.storage",
  kind: "query",
  input: z.object({}),
  can: ["STORAGE", "read"],
  run: async (_, { principal }): Promise<Storage> => storageOf(principal),
});

/**
 * An address that serves the file for five minutes: as a download under its own name, or `inline` if its type can be viewed without running anything. A file
 * made for one person (an export) is served to that person only, a card's file to everyone who may see the card; to others it does not exist.
 */
export const download = procedure({
  name: "files.download",
  kind: "query",
  input: FileRef.extend({ inline: z.boolean().default(false) }),
  can: { member: "what the file belongs to says who may have it" },
  plan: "any",
  async run({ fileId, inline }, context): Promise<{ url: string }> {
    const { orgId, userId } = context.principal;
    const file = await findFile(orgId, fileId);
    if (file) {
      requirePlan(context.principal, undefined, context.clock);
      await requireSeen(file, context);
      const shown = { inline: inline && isInlineType(file.mime), mime: file.mime };
      return { url: await signedUrl(lastingKey(orgId, fileId), file.name, shown) };
    }
    const passing = await findPassing(orgId, fileId);
    if (!passing || passing.createdBy !== userId) throw new KartisError("NOT_FOUND");
    // Your own files need no permission.
    if (passing.purpose !== "ownData") requireRight(passing.purpose === "audit" ? ["AUDIT", "read"] : ["CARDS", "read"], context);
    return { url: await signedUrl(temporaryKey(orgId, fileId), passing.name, { inline: false }) };
  },
});

export const fileProcedures = [create, finish, remove, list, ofCard, storage, download] as const;
