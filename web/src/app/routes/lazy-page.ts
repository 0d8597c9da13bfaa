import { lazyRouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { isMissingFile } from "../../lib/errors.ts";

/**
 * A page in a chunk of its own. The router loads the whole site anew when a chunk is missing, since another version may have been published; without a connection
 * that would lead to the browser's own error page, and so the failure is named otherwise then.
 */
export const lazyPage = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw isMissingFile(error) && !navigator.onLine ? new Error("Unable to preload the page", { cause: error }) : error;
      }),
    name,
  );
