import searchIcon from "@fluentui/svg-icons/icons/search_20_regular.svg?icon";
import { useEffect, useState } from "react";
import { Button } from "react-aria-components/Button";
import { useCommands } from "../../../lib/keys/commands.ts";
import { useT } from "../../../lib/i18n.tsx";
import { laterInFocus } from "../../../lib/later.tsx";
import { afterFirstScreen } from "../../../lib/warm-up.ts";
import { Icon } from "../../../ui/display/Icon.tsx";
import styles from "./search.module.css";

const SearchSheet = laterInFocus(async () => (await import("./SearchSheet.tsx")).SearchSheet);

/** The global search on a phone: a button that opens a sheet. */
export function SearchButton() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useEffect(() => afterFirstScreen(SearchSheet.preload), []);
  useCommands([{ id: "app.search", label: t("shell.search.label"), group: "go", shortcut: "/", opensField: true, run: open }]);
  return (
    <>
      <Button className={styles.opener ?? ""} aria-label={t("shell.search.label")} aria-haspopup="dialog" onPress={open}>
        <Icon of={searchIcon} />
      </Button>
      {isOpen && <SearchSheet onClose={() => setOpen(false)} />}
    </>
  );
}
