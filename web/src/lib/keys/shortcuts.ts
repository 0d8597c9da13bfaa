interface Key {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const names: Readonly<Record<string, string>> = { Esc: "Escape", "↵": "Enter", Space: " " };

/**
 * Letter of a key, for shortcuts: the Latin letter, or, where the layout writes another script (Hebrew, Russian), the Latin letter at the
 * key's place. Layouts that move Latin letters (Dvorak, AZERTY) keep theirs.
 */
export function letterOf({ key, code }: Pick<Key, "key" | "code">): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  // A Hebrew layout has marks on some letters' keys (/ on Q, ' on W): these are meant as what they write.
  return place && /\p{L}/u.test(key) ? place.toLowerCase() : key;
}

/** A press in the form in which shortcuts are compared: `j`, `?`, `Mod+k`, `Mod+Shift+z`, `Alt+arrowdown`. */
export function stepOf(event: Key): string {
  const isMod = event.metaKey || event.ctrlKey;
  const isWritten = event.key.length === 1;
  const key = isWritten ? letterOf(event) : event.key;
  // Characters typed with Shift (? and capitals) imply it, except for letters.
  const isShift = event.shiftKey && (!isWritten || /^[a-z]$/.test(key));
  return `${isMod ? "Mod+" : ""}${event.altKey ? "Alt+" : ""}${isShift ? "Shift+" : ""}${key.toLowerCase()}`;
}

/** A shortcut as `Kbd` writes it, in the same form. */
export const shortcutKeys = (shortcut: string): string =>
  shortcut
    .split(" ")
    .map((step) => {
      const parts = step.split("+");
      const key = parts.at(-1) ?? "";
      return [...parts.slice(0, -1), (names[key] ?? key).toLowerCase()].join("+");
    })
    .join(" ");
