import type { CardType } from "../schema.ts";

/** The fields besides the owner that assign the people in them to the card. */
export const assigningFieldIds = ({ fields }: Pick<CardType, "fields">): string[] =>
  fields.flatMap(({ id, type, assigns }) => (type === "user" && assigns && id !== "owner" ? [id] : []));
