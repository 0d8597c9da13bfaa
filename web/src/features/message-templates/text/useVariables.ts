import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import type { Template, Variable } from "../templates.ts";

export interface NamedVariable extends Omit<Variable, "group"> {
  /** The id of its group, and the group's name in the reader's language. */
  readonly group: string;
  readonly groupName: string;
  /** Name in the reader's language, in a list under its group. */
  readonly name: string;
  /** Name that stands alone in a text: a card's field includes its type. */
  readonly fullName: string;
}

/** Variables that can be inserted, with their names; undefined while loading. */
export function useVariables({ kind, cardTypeId }: Pick<Template, "kind" | "cardTypeId">): readonly NamedVariable[] | undefined {
  const t = useT();
  const { types = [] } = useCardTypes();
  const { data } = useQuery(trpc.templates.variables.queryOptions({ kind, cardTypeId }));
  const typeName = types.find(({ id }) => id === cardTypeId)?.name ?? t("messageTemplates.group.card");
  return data?.variables.map((variable) => {
    const name = variable.label || (t.find(`messageTemplates.variable.${variable.path}`) ?? variable.path);
    return {
      ...variable,
      groupName: t(`messageTemplates.group.${variable.group}`),
      name,
      fullName: variable.label ? `${typeName} · ${variable.label}` : name,
    };
  });
}
