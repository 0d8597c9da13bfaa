import * as z from "zod";
import { View } from "../answers/card-types.ts";
import { undoneBy } from "../answers/parts.ts";
import type { Exposures } from "../exposure.ts";

export const views = {
  "views.list": {
    method: "GET",
    path: "/views",
    tag: "Views",
    summary: "List saved views",
    output: z.array(View),
    example: () => ({}),
  },
  "views.create": {
    method: "POST",
    path: "/views",
    tag: "Views",
    summary: "Save a view",
    status: 201,
    output: View.extend(undoneBy),
    example: ({ typeId }) => ({ typeId, name: "Newest", state: { sort: [{ fieldId: "createdAt", direction: "desc" }] } }),
  },
  "views.update": {
    method: "PATCH",
    path: "/views/{viewId}",
    tag: "Views",
    summary: "Change a view",
    output: View.extend(undoneBy),
    example: ({ viewId }) => ({ viewId, name: "Newest first" }),
  },
  "views.remove": {
    method: "DELETE",
    path: "/views/{viewId}",
    tag: "Views",
    summary: "Delete a view",
    output: View.extend(undoneBy),
    example: ({ viewId }) => ({ viewId }),
  },
} as const satisfies Exposures;
