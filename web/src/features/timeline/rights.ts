import type { Translate } from "@kartis/i18n/translate.ts";
import { useQuery } from "@tanstack/react-query";
import { meOptions } from "../../lib/session.ts";

type Action = "create" | "update" | "delete";

/** Why the person may not do it with a comment or something logged, in a sentence; undefined where they may. The server decides. */
export function useWhyNotWritten(): (
  action: Action,
  value?: { readonly createdBy: string | null; readonly parts?: number },
) => "denied" | undefined {
  const { data: me } = useQuery(meOptions());
  return (action, value) => {
    if (!me) return undefined;
    // Of what can be written on a timeline, SMS alone has parts, and a permission of its own.
    const level = me.permissions[`${value?.parts === undefined ? "COMMENTS" : "SMS"}.${action}`];
    if (!level) return "denied";
    if (!value || level === "ORGANIZATION") return undefined;
    const people: ReadonlySet<unknown> = new Set([me.user.id, ...(level === "ROLE_GROUP" ? me.roleGroup : [])]);
    return people.has(value.createdBy) ? undefined : "denied";
  };
}

/** Whether the person may delete, and so restore, anything that is written on a timeline. */
export function useHasTrash(): boolean {
  const { data: me } = useQuery(meOptions());
  return !me || me.permissions["COMMENTS.delete"] !== undefined || me.permissions["SMS.delete"] !== undefined;
}

export const deniedText = (t: Translate): string => `${t("timeline.denied")}. ${t("common.denied.message")}.`;
