import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import { useEffect } from "react";
import { useCommands } from "../../lib/keys/commands.ts";
import { useT, withWords } from "../../lib/i18n.tsx";
import { laterInFocus } from "../../lib/later.tsx";
import { afterFirstScreen } from "../../lib/warm-up.ts";
import { LimitNotice } from "../billing/later-notice.ts";
import { drafts } from "./create/drafts.ts";
import { useWhyNot } from "../records/rights.ts";
import { closeNewRecord, openNewRecord, useOpenNewRecord } from "../records/new-record.ts";

const NewRecordDialog = laterInFocus(async () => (await withWords(["card"], import("./NewRecordDialog.tsx"))).NewRecordDialog);

/** N on every page, and the dialog that it, the button, empty lists and the palette open. */
export function NewRecord() {
  const t = useT();
  const opened = useOpenNewRecord();
  const denial = useWhyNot()("create");
  useCommands([
    !denial && {
      id: "record.new",
      label: t("shell.newRecord"),
      group: "create",
      icon: add,
      shortcut: "N",
      isOnEveryPage: true,
      opensField: true,
      run: () => openNewRecord(),
    },
  ]);
  useEffect(() => {
    for (const part of [NewRecordDialog, LimitNotice]) afterFirstScreen(part.preload);
    // Signing out leaves nothing open for the next one.
    return () => {
      closeNewRecord();
      drafts.clear();
    };
  }, []);
  return opened && !denial && <NewRecordDialog {...opened} onClose={closeNewRecord} />;
}
