import { useAutomationName } from "../people/automations.ts";
import { useCardNames } from "../records/card-names.ts";
import { useMembers } from "../people/people.ts";
import { useCardTypes } from "../records/card-types.ts";
import { useSourcePlace } from "../integrations/sources.ts";
import { useCardHref } from "../records/card-href.ts";

/** Data needed to name the subject of a change. */
export interface Named {
  readonly subject: { readonly kind: string; readonly id: string; readonly typeId?: string | undefined } | null;
  readonly subjectName: string | null;
}

/** Current names of subjects and links to them. A card that the reader cannot see has no link. */
export function usePlaces(): (of: Named) => { name: string | undefined; href: string | undefined } {
  const cardOf = useCardNames();
  const members = useMembers();
  const { types } = useCardTypes();
  const hrefOf = useCardHref();
  const automationNamed = useAutomationName();
  const sourceAt = useSourcePlace();
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
    if (subject.kind === "automation") {
      const name = automationNamed(subject.id);
      return { name: name ?? written, href: name ? `/automations/${subject.id}` : undefined };
    }
    if (subject.kind === "leadForm" || subject.kind === "incomingWebhook") {
      const { name, href } = sourceAt(subject.id);
      return { name: name ?? written, href };
    }
    if (subject.kind === "activity") return { name: written, href: `/tasks?list=team&task=${subject.id}` };
    if (subject.kind === "role") return { name: written, href: "/settings/roles-and-permissions" };
    return { name: written, href: undefined };
  };
}
