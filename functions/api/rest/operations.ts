import type { Procedure } from "@kartis/core/kernel/procedure.ts";
import * as z from "zod";
import { procedures } from "../procedures.ts";
import * as answers from "./answers.ts";

export const tags = {
  Cards: "Records of configurable types.",
  "Card types": "What kinds of cards there are, their fields, and how their pages are laid out.",
  Views: "Saved views of lists.",
  Files: "Files of cards.",
  People: "Members and their roles.",
  Audit: "Who did what.",
} as const;
type Tag = keyof typeof tags;

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** Ids that an example stands on; a document has made-up ones, a test real ones. */
export interface ExampleIds {
  readonly cardId: string;
  readonly otherCardId: string;
  readonly typeId: string;
  readonly relationFieldId: string;
  readonly layoutId: string;
  readonly viewId: string;
  readonly userId: string;
  readonly roleId: string;
  readonly fileId: string;
  readonly recordId: string;
}

interface Exposure {
  readonly method: Method;
  /** Under `/api/v1`; what stands in braces is a property of the procedure's input. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly output: z.ZodType;
  /** 200 without one. */
  readonly status?: 201;
  /** A whole input that works. */
  readonly example: (ids: ExampleIds) => Readonly<Record<string, unknown>>;
}

/**
 * Which procedures version 1 of the public API exposes, and as what. Permission, plan, parsing and the work itself are the procedure's, as on every channel.
 * Signing in, onboarding, one's own profile and what is live stay out; so do operations that go on after their call, which act as the person who
 * began them and would leave a token's narrower rights behind.
 */
const exposed = {
  "cards.list": {
    method: "GET",
    path: "/cards",
    tag: "Cards",
    summary: "List cards",
    description:
      "Filtered, sorted and paged. Without a type: the cards of all types, by name, status, owner and dates only. `filter` and `sort` are JSON.",
    output: answers.CardList,
    example: ({ typeId }) => ({
      typeId,
      filter: { fieldId: "name", operator: "CONTAINS", value: "a" },
      sort: [{ fieldId: "updatedAt", direction: "desc" }],
      limit: 20,
    }),
  },
  "cards.group": {
    method: "GET",
    path: "/card-types/{typeId}/groups",
    tag: "Cards",
    summary: "Count and sum cards by a field",
    output: answers.CardGroups,
    example: ({ typeId }) => ({ typeId, by: "owner" }),
  },
  "cards.freeSearch": {
    method: "GET",
    path: "/search",
    tag: "Cards",
    summary: "Search cards by name, e-mail or phone",
    description: "Finds across typing errors and scripts.",
    output: answers.SearchResults,
    example: () => ({ query: "Example" }),
  },
  "cards.create": {
    method: "POST",
    path: "/cards",
    tag: "Cards",
    summary: "Create a card",
    status: 201,
    output: answers.ChangedCard,
    example: ({ typeId }) => ({ typeId, fields: { name: "Example Ltd" } }),
  },
  "cards.updateMany": {
    method: "PATCH",
    path: "/cards",
    tag: "Cards",
    summary: "Change up to 200 cards",
    description: "Each change stands for itself: the answer says of each what became of it.",
    output: answers.ManyUpdated,
    example: ({ cardId }) => ({ changes: [{ cardId, fields: { name: "Renamed Ltd" } }] }),
  },
  "cards.checkDuplicate": {
    method: "POST",
    path: "/cards/check-duplicate",
    tag: "Cards",
    summary: "Ask whether a card is there already",
    output: answers.DuplicateCheck,
    example: ({ typeId }) => ({ typeId, name: "Example Ltd", fields: { name: "Example Ltd" } }),
  },
  "cards.get": {
    method: "GET",
    path: "/cards/{cardId}",
    tag: "Cards",
    summary: "Get a card",
    output: answers.CardWithNames,
    example: ({ cardId }) => ({ cardId }),
  },
  "cards.update": {
    method: "PATCH",
    path: "/cards/{cardId}",
    tag: "Cards",
    summary: "Change a card",
    description:
      "Only the fields that are sent change; null takes a value away. With `expectedVersion`, a field that somebody changed after that version is a CONFLICT, and other fields merge.",
    output: answers.ChangedCard,
    example: ({ cardId }) => ({ cardId, fields: { name: "Renamed Ltd" } }),
  },
  "cards.remove": {
    method: "DELETE",
    path: "/cards/{cardId}",
    tag: "Cards",
    summary: "Put a card into the trash",
    output: answers.ChangedCard,
    example: ({ cardId }) => ({ cardId }),
  },
  "cards.restore": {
    method: "POST",
    path: "/cards/{cardId}/restore",
    tag: "Cards",
    summary: "Take a card out of the trash",
    output: answers.ChangedCard,
    example: ({ cardId }) => ({ cardId }),
  },
  "cards.history": {
    method: "GET",
    path: "/cards/{cardId}/history",
    tag: "Cards",
    summary: "See what happened to a card",
    output: answers.History,
    example: ({ cardId }) => ({ cardId }),
  },
  "cards.link": {
    method: "PUT",
    path: "/cards/{cardId}/links/{fieldId}/{targetId}",
    tag: "Cards",
    summary: "Link two cards",
    output: answers.ChangedCard,
    example: ({ cardId, relationFieldId, otherCardId }) => ({ cardId, fieldId: relationFieldId, targetId: otherCardId }),
  },
  "cards.unlink": {
    method: "DELETE",
    path: "/cards/{cardId}/links/{fieldId}/{targetId}",
    tag: "Cards",
    summary: "Take a link away",
    output: answers.ChangedCard,
    example: ({ cardId, relationFieldId, otherCardId }) => ({ cardId, fieldId: relationFieldId, targetId: otherCardId }),
  },
  "changes.undo": {
    method: "POST",
    path: "/changes/{recordId}/undo",
    tag: "Cards",
    summary: "Undo a change",
    description: "Takes the record of a change back, all of it or nothing.",
    output: answers.Undone,
    example: ({ recordId }) => ({ recordId }),
  },
  "cards.types": {
    method: "GET",
    path: "/card-types",
    tag: "Card types",
    summary: "List card types",
    output: answers.CountedCardTypes,
    example: () => ({}),
  },
  "cardTypes.create": {
    method: "POST",
    path: "/card-types",
    tag: "Card types",
    summary: "Create a card type",
    status: 201,
    output: answers.CardType,
    example: () => ({ draft: { name: "Project", pluralName: "Projects", hue: "slate" } }),
  },
  "cardTypes.update": {
    method: "PATCH",
    path: "/card-types/{typeId}",
    tag: "Card types",
    summary: "Change a card type",
    output: answers.CardType,
    example: ({ typeId }) => ({ typeId, expectedVersion: 1, changes: { pluralName: "Prospects" } }),
  },
  "cardTypes.remove": {
    method: "DELETE",
    path: "/card-types/{typeId}",
    tag: "Card types",
    summary: "Delete a card type that has no cards",
    output: answers.Done,
    example: ({ typeId }) => ({ typeId }),
  },
  "cardTypes.updateFields": {
    method: "PUT",
    path: "/card-types/{typeId}/fields",
    tag: "Card types",
    summary: "Set the fields of a card type",
    description:
      "All fields, in their order: one that is not among them is removed. What becomes of existing values is said in `resolutions`.",
    output: answers.UpdatedFields,
    example: ({ typeId }) => ({
      typeId,
      expectedVersion: 1,
      fields: [
        { id: "name", type: "text", label: "Name", required: true },
        { id: "owner", type: "user", label: "Owner" },
        { label: "Budget", type: "number" },
      ],
    }),
  },
  "layouts.list": {
    method: "GET",
    path: "/card-types/{typeId}/layouts",
    tag: "Card types",
    summary: "List layouts",
    output: z.array(answers.Layout),
    example: ({ typeId }) => ({ typeId }),
  },
  "layouts.create": {
    method: "POST",
    path: "/card-types/{typeId}/layouts",
    tag: "Card types",
    summary: "Create a layout",
    status: 201,
    output: answers.Layout,
    example: ({ typeId }) => ({
      typeId,
      layout: { title: "Short", groups: [{ id: "main", title: "Main", fieldIds: ["name", "owner"] }] },
    }),
  },
  "layouts.update": {
    method: "PATCH",
    path: "/card-types/{typeId}/layouts/{layoutId}",
    tag: "Card types",
    summary: "Change a layout",
    output: answers.Layout,
    example: ({ typeId, layoutId }) => ({ typeId, layoutId, expectedVersion: 1, changes: { title: "Shorter" } }),
  },
  "layouts.remove": {
    method: "DELETE",
    path: "/card-types/{typeId}/layouts/{layoutId}",
    tag: "Card types",
    summary: "Delete a layout",
    output: answers.Done,
    example: ({ typeId, layoutId }) => ({ typeId, layoutId }),
  },
  "views.list": {
    method: "GET",
    path: "/views",
    tag: "Views",
    summary: "List saved views",
    output: z.array(answers.View),
    example: () => ({}),
  },
  "views.create": {
    method: "POST",
    path: "/views",
    tag: "Views",
    summary: "Save a view",
    status: 201,
    output: answers.View,
    example: ({ typeId }) => ({ typeId, name: "Newest", state: { sort: [{ fieldId: "createdAt", direction: "desc" }] } }),
  },
  "views.update": {
    method: "PATCH",
    path: "/views/{viewId}",
    tag: "Views",
    summary: "Change a view",
    output: answers.View,
    example: ({ viewId }) => ({ viewId, name: "Newest first" }),
  },
  "views.remove": {
    method: "DELETE",
    path: "/views/{viewId}",
    tag: "Views",
    summary: "Delete a view",
    output: answers.View,
    example: ({ viewId }) => ({ viewId }),
  },
  "files.list": {
    method: "GET",
    path: "/files",
    tag: "Files",
    summary: "List files",
    description: "`sort` is JSON.",
    output: answers.FileList,
    example: ({ cardId }) => ({ cardId, limit: 10 }),
  },
  "files.createUpload": {
    method: "POST",
    path: "/files",
    tag: "Files",
    summary: "Begin an upload",
    description: "Post the file to the address in the answer, then finish the upload. At most 5 MB.",
    status: 201,
    output: answers.Upload,
    example: ({ cardId }) => ({ name: "offer.txt", bytes: 11, purpose: "card", cardId }),
  },
  "files.finish": {
    method: "POST",
    path: "/files/{fileId}/finish",
    tag: "Files",
    summary: "Finish an upload",
    output: answers.StoredFile,
    example: ({ fileId }) => ({ fileId }),
  },
  "files.download": {
    method: "GET",
    path: "/files/{fileId}/address",
    tag: "Files",
    summary: "Get an address to download a file from",
    output: answers.FileAddress,
    example: ({ fileId }) => ({ fileId }),
  },
  "files.remove": {
    method: "DELETE",
    path: "/files/{fileId}",
    tag: "Files",
    summary: "Delete a file",
    output: answers.FileRemoved,
    example: ({ fileId }) => ({ fileId }),
  },
  "members.list": {
    method: "GET",
    path: "/members",
    tag: "People",
    summary: "List members",
    output: z.array(answers.Member),
    example: () => ({}),
  },
  "members.setRole": {
    method: "PATCH",
    path: "/members/{userId}",
    tag: "People",
    summary: "Give a member a role",
    output: answers.Member,
    example: ({ userId, roleId }) => ({ userId, systemRole: "BASIC", roleId }),
  },
  "roles.list": {
    method: "GET",
    path: "/roles",
    tag: "People",
    summary: "List roles",
    output: z.array(answers.Role),
    example: () => ({}),
  },
  "roles.create": {
    method: "POST",
    path: "/roles",
    tag: "People",
    summary: "Create a role",
    status: 201,
    output: answers.Role,
    example: () => ({ name: "Support", grants: { "CARDS.read": "ORGANIZATION", "CARDS.update": "USER" } }),
  },
  "roles.update": {
    method: "PATCH",
    path: "/roles/{roleId}",
    tag: "People",
    summary: "Change a role",
    output: answers.Role,
    example: ({ roleId }) => ({ roleId, expectedVersion: 1, description: "Answers customers" }),
  },
  "roles.remove": {
    method: "DELETE",
    path: "/roles/{roleId}",
    tag: "People",
    summary: "Delete a role that nobody has",
    output: answers.Done,
    example: ({ roleId }) => ({ roleId }),
  },
  "audit.search": {
    method: "GET",
    path: "/audit",
    tag: "Audit",
    summary: "List what was done",
    description: "Newest first.",
    output: answers.Audit,
    example: () => ({ limit: 20 }),
  },
} as const satisfies Partial<Record<(typeof procedures)[number]["name"], Exposure>>;

export interface Operation extends Exposure {
  /** The procedure's name; the operation's id in the document. */
  readonly id: string;
  readonly procedure: Procedure;
  /** The procedure's input by property. */
  readonly shape: Readonly<Record<string, z.core.$ZodType>>;
  readonly pathParameters: readonly string[];
}

const isExposed = (name: string): name is keyof typeof exposed => name in exposed;

/** Every operation, in the order of the table. */
export const operations: readonly Operation[] = Object.keys(exposed).map((id) => {
  const procedure: Procedure | undefined = procedures.find(({ name }) => name === id);
  if (!procedure || !isExposed(id)) throw new Error(`There is no procedure ${id}`);
  const exposure: Exposure = exposed[id];
  const { input } = procedure;
  if (!(input instanceof z.ZodObject)) throw new Error(`${id}: parameters are taken from the properties of an object`);
  const pathParameters = [...exposure.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  for (const name of pathParameters) if (!(name in input.shape)) throw new Error(`${id} has no ${name}`);
  return { ...exposure, id, procedure, shape: input.shape, pathParameters };
});
