import { IconButton } from "../../ui/actions/IconButton.tsx";
import { exportIcon } from "../../ui/display/transfer-icons.ts";
import { type ExportOf, useExportOf } from "./useExportOf.ts";

interface ExportButtonProps extends ExportOf {
  label: string;
  isDisabled?: boolean;
}

/** Exports the list that it stands above. */
export function ExportButton({ label, isDisabled = false, ...of }: ExportButtonProps) {
  return <IconButton icon={exportIcon} label={label} isDisabled={isDisabled} onPress={useExportOf(of)} />;
}
