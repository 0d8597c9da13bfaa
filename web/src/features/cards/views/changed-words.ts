import type { SavedView } from "@kartis/core/views/schema.ts";

/** What has been done to a view, of cards or tasks, by what was changed in it: a key of the catalogues. */
export const changedWord = ({ name, description, isPrivate }: Partial<Pick<SavedView, "name" | "description" | "isPrivate">>) =>
  name !== undefined || description !== undefined
    ? "views.done.changed"
    : isPrivate
      ? "views.done.madePrivate"
      : "views.done.shared";
