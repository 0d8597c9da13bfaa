import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import { useMemo } from "react";
import { useCan } from "../../../lib/permissions.ts";
import { dateFieldsOf } from "../../cards/calendar/dates.ts";
import { useCardTypes } from "../../records/card-types.ts";
import { choose, useChoices } from "./choices.ts";

/** The cards of a type by one of their dates, as something to see on the calendar. */
export interface Layer {
  readonly key: string;
  readonly type: CardType;
  readonly field: Field;
}

const none: readonly Layer[] = [];

/** All layers, in the order of the types; none for people who cannot read cards. */
export function useLayers(): readonly Layer[] {
  const can = useCan();
  const { types } = useCardTypes();
  const mayRead = can(["CARDS", "read"]);
  return useMemo(
    () =>
      types && mayRead
        ? types
            .filter(({ hidden }) => !hidden)
            .flatMap((type) => dateFieldsOf(type).map((field) => ({ key: `${type.id}:${field.id}`, type, field })))
        : none,
    [types, mayRead],
  );
}

/** Maximum number of layers: more could not be distinguished, and all are requested together. */
export const mostLayers = 10;

/** Layers that the person has chosen. */
export function useShownLayers(): readonly Layer[] {
  const layers = useLayers();
  const { layers: chosen } = useChoices();
  return useMemo(() => {
    const keys = new Set(chosen);
    const shown = layers.filter(({ key }) => keys.has(key)).slice(0, mostLayers);
    return shown.length > 0 ? shown : none;
  }, [layers, chosen]);
}

/** Layers of fields that are gone are forgotten with the next choice. */
export function toggleLayer({ key }: Layer, shown: readonly Layer[]): void {
  const keys = shown.map((layer) => layer.key);
  choose({ layers: keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key] });
}
