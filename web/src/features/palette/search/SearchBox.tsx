import searchIcon from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useCommands } from "../../../lib/keys/commands.ts";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { afterFirstScreen } from "../../../lib/warm-up.ts";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import styles from "./search.module.css";

const GlobalSearch = later(() => withWords(["palette"], import("./GlobalSearch.tsx")).then((module) => module.GlobalSearch));

/**
 * The global search of the top bar. Lists and popovers are the heavy part of the kit, so a plain input stands here until they are fetched, which is when
 * the first screen stands or with the first focus; what is typed meanwhile is kept, and Enter or Tab after it.
 */
export function SearchBox() {
  const t = useT();
  const region = useRef<HTMLElement>(null);
  const [text, setText] = useState("");
  const [key, setKey] = useState<"Enter" | "Tab">();
  const [taken, setTaken] = useState<{ hasFocus: boolean }>();

  async function take() {
    await GlobalSearch.preload();
    setTaken((before) => before ?? { hasFocus: region.current?.contains(document.activeElement) ?? false });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (text.trim() === "" || event.shiftKey || event.nativeEvent.isComposing) return;
    if (event.key !== "Enter" && event.key !== "Tab") return;
    event.preventDefault();
    setKey(event.key);
  }

  useEffect(() => afterFirstScreen(take), []);
  useCommands([
    {
      id: "app.search",
      label: t("shell.search.label"),
      group: "go",
      icon: searchIcon,
      shortcut: "/",
      opensField: true,
      run: () => region.current?.querySelector("input")?.focus(),
    },
  ]);

  return (
    <search ref={region} className={styles.region}>
      {taken ? (
        <GlobalSearch initialText={text} initialKey={key} autoFocus={taken.hasFocus} />
      ) : (
        <div className={styles.box}>
          <Icon of={searchIcon} />
          <input
            className={styles.input}
            aria-label={t("shell.search.label")}
            placeholder={t("shell.search.label")}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setKey(undefined);
            }}
            onKeyDown={onKeyDown}
            onFocus={() => void take()}
          />
          {text === "" && <Kbd keys="Mod+K" />}
        </div>
      )}
    </search>
  );
}
