import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { layoutFor } from "@kartis/core/layouts/rules.ts";
import type { Layout, LayoutSettings } from "@kartis/core/layouts/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { meOptions } from "../../../lib/session.ts";

type LayoutFor = typeof layoutFor;

/** Defaults until settings are saved, or if the person cannot read layouts. */
const usual: LayoutSettings = {
  importantFirst: true,
  hideEmpty: false,
  sections: { related: true, files: true, history: true },
};

export interface CardLayout {
  /** Undefined where there is none to be read: the page then goes by the groups that the fields name. */
  layout: Layout | undefined;
  settings: LayoutSettings;
  /** It is not known yet which one the card has. */
  isPending: boolean;
}

/** The layout of a card for who looks at it. */
export function useLayout(card: Card, type: CardType): CardLayout {
  const { data: me } = useQuery(meOptions());
  const isReadable = me?.permissions["CARD_LAYOUTS.read"] !== undefined;
  const { data: layouts, isLoading } = useQuery(
    trpc.layouts.list.queryOptions(
      { typeId: type.id },
      { enabled: isReadable, staleTime: 5 * 60_000, retry: false, meta: { quiet: true } },
    ),
  );
  const roleId = me?.roleId ?? null;
  const isOneOfSeveral = layouts !== undefined && layouts.length > 1;
  const layoutFor = useRules(isOneOfSeveral);
  const [first] = layouts ?? [];
  return {
    layout: isOneOfSeveral ? layoutFor?.(layouts, card, type, roleId) : first,
    settings: first?.settings ?? usual,
    isPending: !me || isLoading || (isOneOfSeveral && !layoutFor),
  };
}

/** The rules that choose between layouts load all field definitions, so they are only loaded if there is a choice. */
function useRules(isNeeded: boolean): LayoutFor | undefined {
  const [rules, setRules] = useState<{ layoutFor: LayoutFor }>();
  useEffect(() => {
    if (isNeeded) import("@kartis/core/layouts/rules.ts").then(setRules, reportFailure);
  }, [isNeeded]);
  return rules?.layoutFor;
}
