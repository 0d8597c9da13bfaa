import type { ListedFile } from "@kartis/core/attachments/schema.ts";
import { assigningFieldIds } from "@kartis/core/cards/assignments/rules.ts";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { PermissionLevel } from "@kartis/core/kernel/permission.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useQuery } from "@tanstack/react-query";
import { reportFailure } from "../../lib/failures.ts";
import { withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { type Me, meOptions } from "../../lib/session.ts";
import { cardTypesOptions } from "./card-types.ts";

/** Why an action is denied: the role lacks the permission (NONE), or has it for a scope without this card. */
export interface Denial {
  readonly action: "create" | "update" | "delete" | "import";
  readonly level: PermissionLevel | "NONE";
}

type Owned = Pick<Card, "typeId" | "fields">;

/** Facts that the decision needs besides the card: the person, and the fields that assign cards. */
interface Known {
  readonly me: Me | undefined;
  readonly types: readonly CardType[] | undefined;
}

const useKnown = (): Known => ({ me: useQuery(meOptions()).data, types: useQuery(cardTypesOptions()).data });

/** Why the person may not do it with the card, or with any where none is given. The server decides; this keeps from offering what it would refuse. */
export type WhyNot = (action: Denial["action"], card?: Owned) => Denial | undefined;

function whyNotOf(known: Known): WhyNot {
  return (action, card) => {
    const { me } = known;
    // Until the session is known, no reason is shown.
    if (!me) return undefined;
    if (action === "import")
      return me.permissions["CARDS.create"] || me.permissions["CARDS.update"] ? undefined : { action, level: "NONE" };
    const level = me.permissions[`CARDS.${action}`];
    if (!level) return { action, level: "NONE" };
    return !card || reaches(level, card, known) ? undefined : { action, level };
  };
}

function reaches(level: PermissionLevel, { typeId, fields }: Owned, { me, types }: Known): boolean {
  if (level === "ORGANIZATION" || !me) return level === "ORGANIZATION";
  const people: ReadonlySet<unknown> = new Set([me.user.id, ...(level === "ROLE_GROUP" ? me.roleGroup : [])]);
  const type = types?.find(({ id }) => id === typeId);
  return ["owner", ...(type ? assigningFieldIds(type) : [])].some((fieldId) => people.has(fields[fieldId]));
}

/** Always current: follows changes of permissions and people. */
export const useWhyNot = (): WhyNot => whyNotOf(useKnown());

/** The current value, for code outside components. */
export const whyNot: WhyNot = (action, card) =>
  whyNotOf({
    me: queryClient.getQueryData(meOptions().queryKey),
    types: queryClient.getQueryData(cardTypesOptions().queryKey),
  })(action, card);

interface StorageRights {
  mayUpload(card: Owned): boolean;
  mayDelete(file: Pick<ListedFile, "uploadedBy" | "card">): boolean;
}

/** The person's permissions for files of cards. */
export function useStorageRights(): StorageRights {
  const known = useKnown();
  const { me } = known;
  if (!me) return { mayUpload: () => false, mayDelete: () => false };
  const { "STORAGE.create": create, "STORAGE.delete": remove } = me.permissions;
  return {
    mayUpload: (card) => create !== undefined && reaches(create, card, known),
    mayDelete: ({ uploadedBy, card }) =>
      remove !== undefined &&
      (uploadedBy === me.user.id ||
        reaches(remove, { typeId: isId("typ", card?.typeId) ? card.typeId : "typ_", fields: card?.people ?? {} }, known)),
  };
}

/** Shows why a key or a click has no effect. */
export const deny = (denial: Denial): void =>
  void withWords(["rights"], import("./denied.ts")).then(({ showDenied }) => showDenied(denial), reportFailure);

/** A button for a denied action: disabled, with the reason. */
export const DeniedAction = later(async () => (await withWords(["rights"], import("./DeniedAction.tsx"))).DeniedAction);
