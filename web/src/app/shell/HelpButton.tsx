import book from "@fluentui/svg-icons/icons/book_16_regular.svg?icon";
import chat from "@fluentui/svg-icons/icons/chat_help_16_regular.svg?icon";
import keyboard from "@fluentui/svg-icons/icons/keyboard_16_regular.svg?icon";
import help from "@fluentui/svg-icons/icons/question_circle_16_regular.svg?icon";
import { openContactUs } from "../../features/support/contact-us.ts";
import { setOpening } from "../../features/palette/opening.ts";
import { useT } from "../../lib/i18n.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";

/** The help menu: documentation, the shortcuts of the page, and support. */
export function HelpButton() {
  const t = useT();
  return (
    <Menu aria-label={t("shell.help")} placement="bottom end" trigger={<IconButton icon={help} label={t("shell.help")} />}>
      <MenuItem icon={book} href="/documentation" target="_blank">
        {t("support.documentation")}
      </MenuItem>
      <MenuItem icon={keyboard} shortcut="?" onAction={() => setOpening("shortcuts")}>
        {t("support.shortcuts")}
      </MenuItem>
      <MenuItem icon={chat} onAction={openContactUs}>
        {t("common.contactUs")}
      </MenuItem>
    </Menu>
  );
}
