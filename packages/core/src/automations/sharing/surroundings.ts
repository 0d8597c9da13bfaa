import type { NamedTemplate } from "../schema.ts";
import type { CardType, Field } from "../../cards/schema.ts";

/** What definitions refer to in an organization. */
export interface Surroundings {
  readonly types: readonly CardType[];
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  /** Message templates that people made. */
  readonly templates: readonly NamedTemplate[];
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fieldOf = (type: CardType | undefined, fieldId: Json | undefined): Field | undefined =>
  type?.fields.find(({ id }) => id === fieldId);

/** Fields of the same id in every organization have no other prefix. */
export const isOwnField = (id: string): boolean => id.startsWith("fld_");

/**
 * Variables with a value of the card in a template, `{{ card.price }}`, or of a card that a relation of it leads to, `{{ related.company.phone }}`, with or without
 * logic around them. @param replace given the key of a field, and for one of a related card, the key of the relation
 */
export const inTemplates = (text: string, replace: (key: string, relation?: string) => string): string =>
  text.replaceAll(/\{[{%][^{}]*[%}]\}/g, (part) =>
    part.replaceAll(
      /\b(?:related\.([@\w]+)\.([@\w]+)|card\.([@\w]+))/g,
      (_, relation: string | undefined, ofRelated: string | undefined, own: string | undefined) =>
        relation === undefined || ofRelated === undefined
          ? `card.${replace(own ?? "")}`
          : `related.${replace(relation)}.${replace(ofRelated, relation)}`,
    ),
  );
