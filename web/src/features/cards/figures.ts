import { figureFields, isFigure } from "@kartis/core/cards/figures/schema.ts";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import { queryClient } from "../../lib/query-client.ts";
import { meOptions } from "../../lib/session.ts";

/** Figures of cards' activities as read-only fields, limited to those that the person can see, unless all are wanted. */
export function figureFieldsOf(t: Translate, areAll = false): Field[] {
  const permissions = queryClient.getQueryData(meOptions().queryKey)?.permissions;
  return figureFields
    .filter(({ of }) => areAll || of.some((type) => permissions?.[`${type}.read`]))
    .map(({ id, type }) => ({
      id,
      key: id,
      type,
      label: t(`fields.figure.${id}`),
      options: [],
      displayed: false,
      required: false,
      internal: false,
    }));
}

/** The field of a type, or one of the figures. */
export const fieldOrFigure = (type: CardType, fieldId: string, t: Translate): Field | undefined =>
  type.fields.find(({ id }) => id === fieldId) ??
  (isFigure(fieldId) ? figureFieldsOf(t).find(({ id }) => id === fieldId) : undefined);
