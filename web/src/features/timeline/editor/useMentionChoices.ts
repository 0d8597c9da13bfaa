import { whoFit } from "@kartis/core/cards/replica/search/sounds-like.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useAssignable } from "../../people/people.ts";

export interface MentionChoice {
  readonly id: string;
  readonly label: string;
  readonly kind: "member" | "card";
  readonly typeId?: string;
}

const mostOf = 5;
/** SPEC section 9. */
const debounceMs = 200;

/**
 * Members, then cards that the search finds for this person: nobody is offered what they may not see. Only those whose name has what was typed: the search also
 * finds cards by other fields, and the first choice is one Enter away.
 */
export function useMentionChoices(text: string | undefined): readonly MentionChoice[] {
  const members = useAssignable();
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text ?? ""), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery(
    trpc.cards.freeSearch.queryOptions(
      { query: asked },
      { enabled: text !== undefined && asked.trim() !== "", placeholderData: keepPreviousData, meta: { quiet: true } },
    ),
  );
  if (text === undefined) return [];
  const people = whoFit(members, text)
    .slice(0, mostOf)
    .map(({ userId, name }): MentionChoice => ({ id: userId, label: name, kind: "member" }));
  const found = asked.trim() === "" || text.trim() === "" ? [] : (data?.results ?? []);
  const cards = whoFit(found, text)
    .slice(0, mostOf)
    .map(({ id, name, cardTypeId }): MentionChoice => ({ id, label: name, kind: "card", typeId: cardTypeId }));
  return [...people, ...cards];
}
