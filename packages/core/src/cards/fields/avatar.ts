import type { Field } from "../schema.ts";

/**
 * The picture of a card. Every type has it without listing it among its fields: it is set in the card's header rather than in a row, and cannot be removed or
 * made required.
 */
export const avatarField: Field = {
  id: "avatar",
  key: "avatar",
  type: "image",
  label: "Avatar",
  options: [],
  max: 1,
  displayed: false,
  required: false,
  internal: true,
};
