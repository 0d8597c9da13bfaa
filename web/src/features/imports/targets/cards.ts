import type { CardType } from "@kartis/core/cards/schema.ts";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { refreshLists } from "../../records/card-cache.ts";
import { useWhyNot } from "../../records/rights.ts";
import type { ImportTarget } from "./target.ts";

/** Cards of the type. */
export function useCardTarget(type: CardType): ImportTarget {
  const t = useT();
  const whyNot = useWhyNot();
  const listHref = `/cards/${type.slug}`;
  return {
    id: type.id,
    fields: type.fields,
    identifiers: type.identifiers,
    name: type.pluralName,
    listHref,
    crumbs: [
      { label: t("shell.cards"), href: "/cards" },
      { label: type.pluralName, href: listHref },
    ],
    href: `${listHref}/import`,
    limit: "cards",
    notes: [],
    // Created cards would be deleted, and changed ones changed again.
    mayTakeBack: ({ created, updated }) => (created === 0 || !whyNot("delete")) && (updated === 0 || !whyNot("update")),
    refresh() {
      refreshLists();
      void queryClient.invalidateQueries(trpc.cards.types.pathFilter());
    },
    words: {
      created: (count) => t("imports.created", { count }),
      toCreate: (count) => t("imports.toCreate", { count }),
      reverted: (count) => t("imports.revert.done", { count }),
      kept: (count) => t("imports.revert.kept", { count }),
    },
  };
}
