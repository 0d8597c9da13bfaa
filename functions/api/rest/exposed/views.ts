import * as z from "zod";
import { View } from "../answers/card-types.ts";
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
    output: View,
    example: ({ typeId }) => ({ typeId, name: "Newest", state: { sort: [{ fieldId: "createdAt", direction: "desc" }] } }),
  },
  "views.update": {
    method: "PATCH",
    path: "/views/{viewId}",
    tag: "Views",
    summary: "Change a view",
    output: View,
    example: ({ viewId }) => ({ viewId, name: "Newest first" }),
  },
  "views.remove": {
    method: "DELETE",
    path: "/views/{viewId}",
    tag: "Views",
    summary: "Delete a view",
    output: View,
    example: ({ viewId }) => ({ viewId }),
  },
} as const satisfies Exposures;
