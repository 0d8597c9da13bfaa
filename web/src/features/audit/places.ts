import { useCardNames } from "../cards/card-names.ts";
import { useMembers } from "../cards/members.tsx";
import { useCardTypes } from "../cards/types.ts";
import { useCardHref } from "../records/card-href.ts";

/** What is needed to name what a change is about. */
export interface Named {
  readonly subject: { readonly kind: string; readonly id: string; readonly typeId?: string | undefined } | null;
  readonly subjectName: string | null;
}

/** What things of the journal are called now, and where they are to be seen. A card that is not to be seen has no place. */
export function usePlaces(): (of: Named) => { name: string | undefined; href: string | undefined } {
  const cardOf = useCardNames();
  const members = useMembers();
  const { types } = useCardTypes();
  const hrefOf = useCardHref();
  return ({ subject, subjectName }) => {
    const written = subjectName ?? undefined;
    if (!subject) return { name: written, href: undefined };
    const card = subject.kind === "card" ? cardOf(subject.id) : undefined;
    if (card) return { name: card.name || (written ?? ""), href: hrefOf(subject.id, card.typeId) };
    if (subject.kind === "cardType") {
      const type = types?.find(({ id }) => id === subject.id);
      return { name: type?.pluralName ?? written, href: type && `/settings/card-types?id=${type.id}&tab=fields` };
    }
    if (subject.kind === "member") {
      return { name: members.find(({ userId }) => userId === subject.id)?.name ?? written, href: undefined };
    }
    if (subject.kind === "activity") return { name: written, href: `/tasks?list=team&task=${subject.id}` };
    if (subject.kind === "role") return { name: written, href: "/settings/roles-and-permissions" };
    return { name: written, href: undefined };
  };
}
