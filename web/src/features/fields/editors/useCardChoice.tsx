import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { client, trpc } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import type { Option } from "../../../ui/collections/ListBoxItems.tsx";
import { TypeSquare } from "../../../ui/display/Pill.tsx";
import { refreshLists } from "../../records/card-cache.ts";
import { RecordName } from "../../records/RecordName.tsx";
import { learnName, useCardNames } from "../../records/card-names.ts";
import { useDebounced } from "../../records/useCardSearch.ts";
import { useCardTypes } from "../../records/card-types.ts";
import { offerUndo } from "../../undo/undo.ts";
import styles from "../display/Display.module.css";

export interface CardChoice {
  /** Options: the chosen ones first, then matches of the text. */
  options: readonly Option[];
  /** The results are not of the text yet. */
  isPending: boolean;
  /** The mail addresses of what was found, by card. */
  emails: Readonly<Record<string, string>>;
  /** Types of which a card can be made by its name alone. */
  creatable: readonly CardType[];
}

/** Types whose cards can be created in place: others need a form for the remaining fields. */
const needsOnlyName = (type: CardType, givenFieldId: string | undefined): boolean =>
  !type.hidden &&
  type.fields.every(
    ({ id, required, defaultValue }) =>
      !required || id === "name" || id === "owner" || id === givenFieldId || defaultValue !== undefined,
  );

/** Cards that can be chosen where a card of one of these types (none named: of any) is wanted. */
export function useCardChoice(
  typeIds: readonly string[],
  text: string,
  chosen: readonly string[],
  {
    exceptIds = none,
    givenFieldId,
  }: {
    /** Cards that are not offered. */
    exceptIds?: readonly string[] | undefined;
    /** A field that a new card is given besides its name. */
    givenFieldId?: string | undefined;
  } = {},
): CardChoice {
  const { types } = useCardTypes();
  const nameOf = useCardNames();
  const trimmed = text.trim().slice(0, 200);
  const query = useDebounced(trimmed);
  const wanted = types?.filter((type) => typeIds.length === 0 || typeIds.includes(type.id)) ?? [];
  const { data, isPlaceholderData, isPending } = useQuery(
    trpc.cards.freeSearch.queryOptions(
      { query, limit: 20, ...(typeIds.length === 0 ? {} : { cardTypeIds: wanted.map((type) => type.id) }) },
      { enabled: types !== undefined, placeholderData: keepPreviousData, meta: { private: true } },
    ),
  );
  const option = (id: string, name: string, typeId: string): Option => {
    const type = types?.find((other) => other.id === typeId);
    return {
      id,
      label: name,
      node: (
        <span className={styles.choice}>
          <RecordName name={name} />
          {type && wanted.length !== 1 && (
            <span className={styles.kind}>
              <TypeSquare hue={type.hue} />
              <bdi>{type.name}</bdi>
            </span>
          )}
        </span>
      ),
    };
  };
  const found = (data?.results ?? []).filter(({ id }) => !exceptIds.includes(id) && !chosen.includes(id));
  // A chosen card stays in the list, so that it can be removed; during typing only matches are shown.
  const kept = chosen.flatMap((id) => {
    const name = nameOf(id);
    return name ? [option(id, name.name, name.typeId)] : [];
  });
  return {
    options: [...kept, ...found.map((result) => option(result.id, result.name, result.cardTypeId))],
    emails: Object.fromEntries((data?.results ?? []).flatMap(({ id, email }) => (email ? [[id, email.toLowerCase()]] : []))),
    isPending: query !== trimmed || isPlaceholderData || isPending,
    creatable: wanted.filter((type) => needsOnlyName(type, givenFieldId)),
  };
}

/** Creates a card by its name. Undefined when that failed, which is reported. */
export async function createByName(type: CardType, name: string): Promise<CardId | undefined> {
  try {
    const card = await client.cards.create.mutate({ typeId: type.id, fields: { name } });
    offerUndo({ recordId: card.recordId, message: currentTranslate()("cards.create.done") });
    learnName(card.id, { name, typeId: type.id });
    refreshLists();
    return card.id;
  } catch (failure) {
    reportFailure(failure);
    return undefined;
  }
}

const none: readonly string[] = [];

/** The types that a relation field points at; none: all. */
export const typeIdsOf = (field: Field): readonly string[] => field.relation?.typeIds ?? [];
