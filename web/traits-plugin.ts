import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Plugin } from "vite";

/**
 * Puts what is known of the field types into the build as data. Worked out in the browser, it would take the definitions along, and with them the telephone
 * numbering plans, before the first row. The dev server and the tests work it out.
 */
export function fieldTraitsAsData(): Plugin {
  return {
    name: "kartis-field-traits",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: /\/core\/src\/cards\/fields\/traits\.ts$/ },
      handler: () => ({ code: `export const fieldTraits = ${JSON.stringify(fieldTraits)};`, moduleType: "js" }),
    },
  };
}
