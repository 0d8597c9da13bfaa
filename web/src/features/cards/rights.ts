import type { ListedFile } from "@kartis/core/attachments/schema.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import type { PermissionLevel } from "@kartis/core/kernel/permission.ts";
import { useQuery } from "@tanstack/react-query";
import { reportFailure } from "../../lib/failures.ts";
import { withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { type Me, meOptions } from "../../lib/session.ts";
import { type Member, membersOptions } from "./members.tsx";

/** What one may not do, and why: the role does not have it at all (NONE), or has it for fewer cards than this one. */
export interface Denial {
  readonly action: "create" | "update" | "delete" | "import";
  readonly level: PermissionLevel | "NONE";
}

type Owned = Pick<Card, "fields">;

/** Why the person may not do it with the card, or with any where none is given. The server decides; this keeps from offering what it would refuse. */
export type WhyNot = (action: Denial["action"], card?: Owned) => Denial | undefined;

function whyNotOf(me: Me | undefined, members: readonly Member[] | undefined): WhyNot {
  return (action, card) => {
    // Until it is known who one is, nothing is told.
    if (!me) return undefined;
    if (action === "import")
      return me.permissions["CARDS.create"] || me.permissions["CARDS.update"] ? undefined : { action, level: "NONE" };
    const level = me.permissions[`CARDS.${action}`];
    if (!level) return { action, level: "NONE" };
    return !card || reaches(level, card, me, members) ? undefined : { action, level };
  };
}

function reaches(level: PermissionLevel, { fields: { owner } }: Owned, me: Me, members: readonly Member[] | undefined): boolean {
  const isMate = () => members?.find(({ userId }) => userId === owner)?.roleId === (me.roleId ?? "");
  return level === "ORGANIZATION" || owner === me.user.id || (level === "ROLE_GROUP" && (!members || isMate()));
}

/** As it is now, with every change of rights and people. */
export const useWhyNot = (): WhyNot => whyNotOf(useQuery(meOptions()).data, useQuery(membersOptions()).data);

/** As it is at this moment, for who is no component. */
export const whyNot: WhyNot = (action, card) =>
  whyNotOf(queryClient.getQueryData(meOptions().queryKey), queryClient.getQueryData(membersOptions().queryKey))(action, card);

interface StorageRights {
  mayUpload(card: Owned): boolean;
  mayDelete(file: Pick<ListedFile, "uploadedBy" | "card">): boolean;
}

/** What the person may do with the files of cards. */
export function useStorageRights(): StorageRights {
  const me = useQuery(meOptions()).data;
  const members = useQuery(membersOptions()).data;
  if (!me) return { mayUpload: () => false, mayDelete: () => false };
  const { "STORAGE.create": create, "STORAGE.delete": remove } = me.permissions;
  return {
    mayUpload: (card) => create !== undefined && reaches(create, card, me, members),
    mayDelete: ({ uploadedBy, card }) =>
      remove !== undefined && (uploadedBy === me.user.id || reaches(remove, { fields: { owner: card?.ownerId } }, me, members)),
  };
}

/** Says why a key or a press does nothing. */
export const deny = (denial: Denial): void =>
  void withWords(["rights"], import("./denied.ts")).then(({ tellDenied }) => tellDenied(denial), reportFailure);

/** A button that does what is denied, disabled and with the reason. */
export const DeniedAction = later(async () => (await withWords(["rights"], import("./DeniedAction.tsx"))).DeniedAction);
