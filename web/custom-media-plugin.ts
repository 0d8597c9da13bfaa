import type { CSSOptions } from "vite";
import { phone } from "./src/lib/device/phone.ts";

type PostCss = Exclude<CSSOptions["postcss"], string | undefined>;

/** `@media (--phone)` in any style sheet is the query that scripts ask for. No browser knows custom media queries yet, and CSS alone could not share one with a script. */
export const customMedia: PostCss = {
  plugins: [
    {
      postcssPlugin: "kartis-custom-media",
      AtRule: {
        media(rule) {
          if (!rule.params.includes("(--")) return;
          rule.params = rule.params.replaceAll("(--phone)", phone);
          if (rule.params.includes("(--")) throw rule.error(`There is no such custom media query: ${rule.params}`);
        },
      },
    },
  ],
};
