import { expect, it } from "vitest";
import { textDirection } from "./text-direction.ts";

it.each([
  ["Kartis: שלום, הפגישה מחר בשעה 10:00", "rtl"],
  ["שלום, Dana Levi will call you tomorrow", "ltr"],
  ["Hello, this is Kartis", "ltr"],
  ["مرحبا Kartis بكم في", "rtl"],
  ["Привет, שלום", "ltr"],
  // An address does not turn the sentence around it.
  ["לתשלום: https://kartis.example.com/pay/abcdefghijklmnop?utm=sms", "rtl"],
  ["לפרטים dana.levi@galil-cold-storage.example.com", "rtl"],
  // The page's own direction.
  ["+972 50-123-4567", undefined],
  ["👍 12:30", undefined],
  ["אב ab", undefined],
  ["", undefined],
])("%s is %s", (text, direction) => {
  expect(textDirection(text)).toBe(direction);
});
