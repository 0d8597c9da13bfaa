import personKey from "@fluentui/svg-icons/icons/person_key_16_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";

export function PasskeyButton({ isPending, onPress }: { isPending: boolean; onPress: () => void }) {
  const t = useT();
  return (
    <Button size={40} isWide icon={personKey} isPending={isPending} onPress={onPress}>
      {t("identity.passkey.use")}
    </Button>
  );
}
