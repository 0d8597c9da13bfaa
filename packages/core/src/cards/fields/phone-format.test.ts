import { expect, test } from "vitest";
import { formatPhone } from "./phone-format.ts";

test.each([
  ["+972502345678", "IL", "050-234-5678"],
  ["+972502345678", "HU", "+972 50 234 5678"],
  ["+36301234567", "HU", "06 30 123 4567"],
  ["+79161234567", "RU", "8 (916) 123-45-67"],
  ["+972502345678", "", "+972 50 234 5678"],
  ["+97235551234;ext=12", "IL", "03-555-1234 ext. 12"],
  ["*1234", "IL", "*1234"],
])("%s is written %s as %s", (value, region, written) => expect(formatPhone(value, region)).toBe(written));
