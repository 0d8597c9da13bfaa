import { expect, it } from "vitest";
import { placeOf } from "./rules.ts";

it.each([
  ["Hello {{1}}, the estimate for {{2}} is ready. May we call you?", "1", "Hello …,"],
  ["Hello {{1}}, the estimate for {{2}} is ready. May we call you?", "2", "the estimate for … is ready."],
  ["שלום {{1}}, הצעת המחיר עבור {{2}} מוכנה", "2", "הצעת המחיר עבור … מוכנה"],
  ["Dear {{ customer_name }}", "customer_name", "Dear …"],
  ["{{1}}\nYour visit: {{2}}.", "2", "Your visit: …."],
  ["{{1}} {{2}}", "1", ""],
  ["{{1}}!", "1", ""],
  ["Nothing", "1", ""],
])("in “%s” the variable %s stands at “%s”", (body, variable, place) => {
  expect(placeOf(body, variable)).toBe(place);
});
