import type { PresetNames } from "../../kernel/preset-names.ts";
import type { CardType, Field, RelationView } from "../schema.ts";

/** One list on a card's page: the cards that a field of it names, or those that name it by a field of theirs. */
export interface RelatedPlace {
  /** Stable for the same list, whatever its title: the view's id, or the field and direction. */
  readonly id: string;
  readonly title: string;
  /** Presets of the title. */
  readonly presets?: PresetNames;
  readonly direction: "names" | "namedBy";
  /** The type whose field it is. */
  readonly type: CardType;
  readonly field: Field;
  /** Fields of the listed cards that are shown beside their name. */
  readonly fieldIds: readonly string[];
}

const namesType = (field: Field, type: CardType): boolean =>
  field.type === "cardRelation" &&
  !field.internal &&
  (!field.relation || field.relation.typeIds.length === 0 || field.relation.typeIds.includes(type.id));

/**
 * The lists of related cards on the page of a card of this type. The type's relation views define them, their titles and order; a type without any gets one for
 * each of its relation fields and one for each field that points at it.
 */
export function relatedPlaces(type: CardType, types: readonly CardType[]): RelatedPlace[] {
  const own = type.fields
    .filter((field) => field.type === "cardRelation" && !field.internal)
    .map((field): RelatedPlace => place("names", type, field, field.label, field.presets?.["label"]));
  const others = types.flatMap((other) =>
    other.fields.filter((field) => namesType(field, type)).map((field): RelatedPlace => inverse(other, field)),
  );
  if (type.relationViews.length === 0) return [...own, ...others];
  return type.relationViews.flatMap((view) => {
    const candidates = view.typeId === type.id ? own : others;
    const found = candidates.find((candidate) => candidate.type.id === view.typeId && candidate.field.id === view.fieldId);
    if (!found) return [];
    // A field that points at its own type has two ends, and a view can only name the field.
    const otherEnd = found.direction === "names" ? others.find((other) => isSameField(other, found)) : undefined;
    return [titled(found, view), ...(otherEnd ? [{ ...otherEnd, fieldIds: view.fieldIds }] : [])];
  });
}

const inverse = (type: CardType, field: Field): RelatedPlace =>
  field.relation?.inverseLabel
    ? place("namedBy", type, field, field.relation.inverseLabel)
    : place("namedBy", type, field, type.pluralName, type.presets?.["pluralName"]);

const place = (
  direction: RelatedPlace["direction"],
  type: CardType,
  field: Field,
  title: string,
  preset?: string,
): RelatedPlace => ({
  id: `${direction}:${type.id}:${field.id}`,
  title,
  direction,
  type,
  field,
  fieldIds: [],
  ...(preset === undefined ? {} : { presets: { title: preset } }),
});

const titled = ({ presets: _, ...found }: RelatedPlace, view: RelationView): RelatedPlace => ({
  ...found,
  id: view.id,
  title: view.title,
  fieldIds: view.fieldIds,
});

const isSameField = (one: RelatedPlace, other: RelatedPlace): boolean =>
  one.type.id === other.type.id && one.field.id === other.field.id;
