import { useEffect } from "react";
import { later } from "../../lib/later.tsx";
import { afterFirstScreen } from "../../lib/warm-up.ts";
import { closeNewRecord, openNewRecord, useIsNewRecordOpen } from "./new-record.ts";
import { useCardKeys } from "./useCardKeys.ts";

const NewRecordDialog = later(async () => (await import("./NewRecordDialog.tsx")).NewRecordDialog);

/** N on every page, and the dialog that it, the button and empty lists open. */
export function NewRecord() {
  const isOpen = useIsNewRecordOpen();
  useCardKeys({ n: openNewRecord });
  useEffect(() => {
    afterFirstScreen(NewRecordDialog.preload);
    // Signing out leaves nothing open for the next one.
    return closeNewRecord;
  }, []);
  return isOpen && <NewRecordDialog onClose={closeNewRecord} />;
}
