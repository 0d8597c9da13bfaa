import attachIcon from "@fluentui/svg-icons/icons/attach_16_regular.svg?icon";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";

/** Chooses files to attach. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const t = useT();
  return (
    <FileTrigger allowsMultiple onSelect={(files) => files && onFiles([...files])}>
      <Button icon={attachIcon} variant="ghost" size={28}>
        {t("files.attach")}
      </Button>
    </FileTrigger>
  );
}
