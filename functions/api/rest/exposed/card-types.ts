import * as z from "zod";
import { CardType, CountedCardTypes, Layout, UpdatedFields } from "../answers/card-types.ts";
import { Done } from "../answers/parts.ts";
import type { Exposures } from "../exposure.ts";

export const cardTypes = {
  "cards.types": {
    method: "GET",
    path: "/card-types",
    tag: "Card types",
    summary: "List card types",
    output: CountedCardTypes,
    example: () => ({}),
  },
  "cardTypes.create": {
    method: "POST",
    path: "/card-types",
    tag: "Card types",
    summary: "Create a card type",
    status: 201,
    output: CardType,
    example: () => ({ draft: { name: "Project", pluralName: "Projects", hue: "slate" } }),
  },
  "cardTypes.update": {
    method: "PATCH",
    path: "/card-types/{typeId}",
    tag: "Card types",
    summary: "Change a card type",
    output: CardType,
    example: ({ typeId }) => ({ typeId, expectedVersion: 1, changes: { pluralName: "Prospects" } }),
  },
  "cardTypes.remove": {
    method: "DELETE",
    path: "/card-types/{typeId}",
    tag: "Card types",
    summary: "Delete a card type that has no cards",
    output: Done,
    example: ({ typeId }) => ({ typeId }),
  },
  "cardTypes.updateFields": {
    method: "PUT",
    path: "/card-types/{typeId}/fields",
    tag: "Card types",
    summary: "Set the fields of a card type",
    description:
      "All fields, in their order: one that is not among them is removed. What becomes of existing values is said in `resolutions`.",
    output: UpdatedFields,
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
    output: z.array(Layout),
    example: ({ typeId }) => ({ typeId }),
  },
  "layouts.create": {
    method: "POST",
    path: "/card-types/{typeId}/layouts",
    tag: "Card types",
    summary: "Create a layout",
    status: 201,
    output: Layout,
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
    output: Layout,
    example: ({ typeId, layoutId }) => ({ typeId, layoutId, expectedVersion: 1, changes: { title: "Shorter" } }),
  },
  "layouts.remove": {
    method: "DELETE",
    path: "/card-types/{typeId}/layouts/{layoutId}",
    tag: "Card types",
    summary: "Delete a layout",
    output: Done,
    example: ({ typeId, layoutId }) => ({ typeId, layoutId }),
  },
} as const satisfies Exposures;
