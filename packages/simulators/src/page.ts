import { pageIcon } from "./page-icon.ts";
import { placesFrom } from "./places.ts";

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as it stands in HTML. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

export const time = (at: number): string => {
  const instant = new Date(at).toISOString();
  return `<time datetime="${instant}">${instant.slice(11, 19)}</time>`;
};

/** A form by which a person says how what is simulated behaves from now on. */
export function weatherForm(action: string, label: string, weathers: Readonly<Record<string, string>>, current: string): string {
  const choices = Object.entries(weathers).map(
    ([name, words]) => `<option value="${name}"${name === current ? " selected" : ""}>${escape(words)}</option>`,
  );
  return `<form method="post" action="${action}"><label>${label} <select name="weather">${choices.join("")}</select></label> <button>Set</button></form>`;
}

interface Page {
  readonly title: string;
  /** In place of its own, for a page on which more than reading is done. */
  readonly script?: string;
  /** Beside what all pages have. */
  readonly style?: string;
  /** HTML. */
  readonly content: string;
}

/** A page that plays the outside world. It reloads by itself, unless somebody is writing or reading something they have opened. */
export const page = ({ title, script = reload, style = "", content }: Page): string => `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${pageIcon}
<title>${title}</title>
<style>${shared}${style}</style>
</head>
<body>
<h1>${title}</h1>
${placesFrom(title)}
${content}
<script>${script}</script>
</body>
</html>
`;

const reload = `
setTimeout(function again() {
  const isBusy = ["INPUT", "SELECT", "TEXTAREA"].includes(document.activeElement.tagName) || document.querySelector("li [open]");
  if (isBusy) setTimeout(again, 4_000);
  else location.reload();
}, 4_000);
`;

const shared = `
body { max-inline-size: 760px; margin: 24px auto; padding-inline: 20px; font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 20px; } .places { font-size: 13px; } h2 { font-size: 15px; margin-block-end: 4px; } button, select, input { font: inherit; }
ol { list-style: none; padding: 0; } li { padding-block: 8px; border-block-start: 1px solid light-dark(#dedee5, #34343d); }
small { color: light-dark(#5d5d68, #a5a5b2); }
`;
