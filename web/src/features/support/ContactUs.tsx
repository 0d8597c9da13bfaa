import { useEffect } from "react";
import { withWords } from "../../lib/i18n.tsx";
import { laterInFocus } from "../../lib/later.tsx";
import { closeContactUs, useContactUsOpened } from "./contact-us.ts";

const TicketDialog = laterInFocus(async () => (await withWords(["support"], import("./TicketDialog.tsx"))).TicketDialog);

/** The dialog that the button, the menu and the page of an ended trial open. */
export function ContactUs() {
  const opened = useContactUsOpened();
  useEffect(() => closeContactUs, []);
  return opened && <TicketDialog {...opened} onClose={closeContactUs} />;
}
