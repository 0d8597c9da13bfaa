import { createTranslate } from "@kartis/i18n/create-translate.ts";
import { loadArea } from "@kartis/i18n/load.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Bits, phraseText } from "./phrase.tsx";

const t = createTranslate("he", await loadArea("he", "automations"));
const title = { written: ["Call ", { value: "שם הכרטיס" }, " on ", { value: "לקוח: טלפון" }] } as const;

it("a text that somebody wrote keeps its own direction between words of another", () => {
  const text = phraseText({ key: "automations.action.sendSms.say", values: { text: title } }, t);
  expect(text).toContain("\u2066Call \u2068שם הכרטיס\u2069 on \u2068לקוח: טלפון\u2069\u2069");
  expect(
    phraseText({ key: "automations.action.sendSms.say", values: { text: { written: ["שלום Dana, מה שלומך"] } } }, t),
  ).toContain("\u2067שלום");
  expect(renderToStaticMarkup(<Bits bits={[title]} />)).toContain('<bdi dir="ltr">Call ');
});
