import { useCardTypes } from "./card-types.ts";

/** The page of a card of this type. */
export const cardHref = (type: { readonly slug: string }, cardId: string): string => `/cards/${type.slug}/${cardId}`;

/** The page of a card; undefined while its type is not known, and of a type that the person does not see. */
export function useCardHref(): (cardId: string, typeId: string | undefined) => string | undefined {
  const { types } = useCardTypes();
  return (cardId, typeId) => {
    const type = types?.find(({ id }) => id === typeId);
    return type && cardHref(type, cardId);
  };
}
