import { useRouter, useRouterState } from "@tanstack/react-router";
import { type Section, sections } from "./check.ts";

const asText = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** State of the editor in the address: the type, the section, and what is open in it. */
export interface EditorSearch {
  readonly id: string | undefined;
  readonly section: Section;
  /** The field, process, layout or view that is open. */
  readonly open: string | undefined;
  readonly go: (
    next: { id?: string | undefined; section?: Section; open?: string | undefined },
    options?: { replace?: boolean },
  ) => void;
}

export function useEditorSearch(): EditorSearch {
  const router = useRouter();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> });
  const id = asText(search["id"]);
  const section = sections.find((one) => one === search["tab"]) ?? "general";
  const open = asText(search["open"]);
  return {
    id,
    section,
    open,
    go(next, { replace = false } = {}) {
      const to = "id" in next ? next.id : id;
      const tab = next.section ?? (to === id ? section : "general");
      void router.navigate({
        to: "/settings/card-types",
        search: {
          ...(to ? { id: to } : {}),
          ...(tab === "general" ? {} : { tab }),
          ...(next.open ? { open: next.open } : {}),
        },
        replace,
      });
    },
  };
}
