import { translatorOf } from "./translate.ts";

/** Like `translator`, with the reasons for which automations fail, which notifications quote. A file of its own, for the few Lambdas that send them. */
export const reasonTranslator = translatorOf({
  en: () => import("./catalogues/en/reasons.ts"),
  he: () => import("./catalogues/he/reasons.ts"),
  hu: () => import("./catalogues/hu/reasons.ts"),
  ru: () => import("./catalogues/ru/reasons.ts"),
});
