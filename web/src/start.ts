import "./ui/theme/tokens.css";
import "./ui/theme/fonts.css";
import "./ui/theme/hues.css";
import "./ui/theme/base.css";
import "./ui/theme/outline.css";

/**
 * boot.js has chosen by the address, and fetches the right one already. A reader of the public pages loads nothing of the app. Both begin only when called:
 * a chunk may hold what the other one needs, too.
 */
const { start } =
  document.documentElement.dataset.site === "public" ? await import("./public/main.tsx") : await import("./main.tsx");
await start();
