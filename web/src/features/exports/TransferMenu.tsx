import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import { useT } from "../../lib/i18n.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { exportIcon, importIcon } from "../../ui/display/transfer-icons.ts";
import type { IconShape } from "../../ui/display/Icon.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import { type ExportOf, useExportOf } from "./useExportOf.ts";

interface TransferMenuProps {
  /** Further actions on the list, for which its bar has no room. */
  first?: { readonly label: string; readonly icon: IconShape; readonly open: () => void } | undefined;
  /** Each is absent if the person lacks the right. */
  imported: { readonly label: string; readonly open: () => void } | undefined;
  exported: (ExportOf & { readonly label: string; readonly isDisabled?: boolean }) | undefined;
}

/** A menu with the import and the export of a list, for narrow screens. */
export function TransferMenu({ first, imported, exported }: TransferMenuProps) {
  const t = useT();
  const run = useExportOf(exported);
  if (!first && !imported && !exported) return null;
  return (
    <Menu aria-label={t("common.more")} placement="bottom end" trigger={<IconButton icon={more} label={t("common.more")} />}>
      {first && (
        <MenuItem icon={first.icon} onAction={first.open}>
          {first.label}
        </MenuItem>
      )}
      {imported && (
        <MenuItem icon={importIcon} onAction={imported.open}>
          {imported.label}
        </MenuItem>
      )}
      {exported && (
        <MenuItem icon={exportIcon} isDisabled={exported.isDisabled ?? false} onAction={run}>
          {exported.label}
        </MenuItem>
      )}
    </Menu>
  );
}
