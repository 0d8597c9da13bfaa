import { useEffect, useState } from "react";
import { awaitCommands, useCommands } from "../../lib/keys/commands.ts";
import { currentTranslate, useT, withWords } from "../../lib/i18n.tsx";
import { later, laterInFocus } from "../../lib/later.tsx";
import { afterFirstScreen } from "../../lib/warm-up.ts";
import { setOpening, useOpening } from "./opening.ts";

const Palette = laterInFocus(() => withWords(["palette", "changes"], import("./Palette.tsx")).then((module) => module.Palette));
const ShortcutsHelp = later(() => withWords(["palette"], import("./ShortcutsHelp.tsx")).then((module) => module.ShortcutsHelp));
const AppCommands = later(() =>
  withWords(["palette", "settings"], import("./AppCommands.tsx")).then((module) => module.AppCommands),
);

/** ⌘K and `?` on every page; their dialogs, and the commands of every page, are loaded after the first screen. */
export function PaletteHost() {
  const t = useT();
  const opening = useOpening();
  const [hasAppCommands, setAppCommands] = useState(false);
  // A chosen command runs after the palette has closed, so commands must outlive it, even those loaded with it.
  const [wasOpened, setOpened] = useState(false);
  if (opening && !wasOpened) setOpened(true);
  const fetchAppCommands = () => void AppCommands.preload().then(() => setAppCommands(true));
  useEffect(() => {
    afterFirstScreen(fetchAppCommands);
    for (const part of [Palette, ShortcutsHelp]) afterFirstScreen(part.preload);
    // Signing out leaves nothing open for the next one.
    return () => setOpening(undefined);
  }, []);
  // Keys pressed before they have loaded wait for them.
  useEffect(() => (hasAppCommands ? undefined : awaitCommands({ hurry: fetchAppCommands })), [hasAppCommands]);
  useCommands([
    {
      id: "app.palette",
      label: () => currentTranslate()("palette.title"),
      group: "account",
      shortcut: "Mod+K",
      onlyKey: true,
      run: () => setOpening("palette"),
    },
    {
      id: "app.shortcuts",
      label: () => currentTranslate()("palette.help.title"),
      group: "account",
      shortcut: "?",
      keywords: t("shell.help"),
      run: () => setOpening("shortcuts"),
    },
  ]);
  const close = () => setOpening(undefined);
  return (
    <>
      {(hasAppCommands || wasOpened) && <AppCommands />}
      {opening === "palette" && <Palette onClose={close} />}
      {opening === "shortcuts" && <ShortcutsHelp onClose={close} />}
    </>
  );
}
