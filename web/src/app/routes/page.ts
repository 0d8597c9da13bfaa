import type { LazyArea } from "@kartis/i18n/messages.ts";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { withWords } from "../../lib/i18n.tsx";
import { lazyPage } from "./lazy-page.ts";
import { anySearch, rootRoute, shellRoute } from "./root.ts";

/** Makes routes of pages that are chunks of their own, each with the words that only it has. `name` is what the module calls the page. */
const pagesBelow =
  <Parent extends AnyRoute>(parent: Parent) =>
  <Path extends string, Name extends string>(
    path: Path,
    words: readonly LazyArea[],
    load: () => Promise<Record<Name, ComponentType>>,
    name: Name,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch: anySearch,
      component: lazyPage(() => withWords(words, load()), name),
    });

/** A page for members, in the frame of the app. */
export const pageRoute = pagesBelow(shellRoute);

/** A page that stands alone: a step of signing in, or what a link in a mail opens. */
export const entryRoute = pagesBelow(rootRoute);
