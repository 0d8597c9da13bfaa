import prohibited from "@fluentui/svg-icons/icons/prohibited_16_regular.svg?icon";
import type { SmsOptions } from "@kartis/core/activities/sms/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { usePhoneText } from "../../fields/display/PhoneNumber.tsx";
import { useNameOf } from "../../people/people.ts";
import styles from "./composer.module.css";
import { refreshSmsOptions } from "./SmsTab.tsx";
import { isolated } from "../../../lib/text-direction.ts";

type Number = SmsOptions["numbers"][number];

/** Whether the number has opted out of SMS, since when and who said so; and the way to mark it, or to allow SMS again. */
export function OptOut({ cardId, number: { phone, optOut } }: { cardId: CardId; number: Number }) {
  const t = useT();
  const says = useSays();
  const [isPending, setPending] = useState(false);
  const [isAsking, setAsking] = useState(false);
  function set(isOptedOut: boolean) {
    setPending(true);
    client.sms.setOptOut
      .mutate({ cardId, phone, isOptedOut })
      .then(refreshSmsOptions)
      .catch(reportFailure)
      .finally(() => {
        setPending(false);
        setAsking(false);
      });
  }
  return (
    <div className={styles.optOut} data-on={optOut ? "" : undefined}>
      <span className={styles.optOutText} role="status">
        {optOut && (
          <>
            <Icon of={prohibited} />
            <span>{says(optOut)}</span>
          </>
        )}
      </span>
      {/* One button for both, so that the focus stays when the state changes. */}
      <Button
        size={24}
        variant={optOut ? "secondary" : "ghost"}
        isPending={isPending && !isAsking}
        {...(optOut ? {} : { icon: prohibited })}
        onPress={() => (optOut ? setAsking(true) : set(true))}
      >
        {t(optOut ? "sms.optOut.allow" : "sms.optOut.mark")}
      </Button>
      {isAsking && optOut && (
        <AllowDialog
          phone={phone}
          source={optOut.source}
          isPending={isPending}
          onClose={() => setAsking(false)}
          onSubmit={() => set(false)}
        />
      )}
    </div>
  );
}

function useSays() {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  return ({ since, source, by }: NonNullable<Number["optOut"]>): string => {
    const date = format.date(since);
    if (source !== "person") return t(`sms.optOut.${source}`, { date });
    return by ? t("sms.optOut.person", { name: `\u2068${nameOf(by)}\u2069`, date }) : t("sms.optOut.system", { date });
  };
}

interface AllowDialogProps {
  phone: string;
  source: NonNullable<Number["optOut"]>["source"];
  isPending: boolean;
  onClose: () => void;
  onSubmit: () => void;
}

/** Asks before SMS are sent again to somebody who has refused them: the law asks for their consent. */
function AllowDialog({ phone, source, ...rest }: AllowDialogProps) {
  const t = useT();
  const phoneText = usePhoneText();
  return (
    <FormDialog
      title={t("sms.optOut.allow.title", { phone: isolated(phoneText(phone), "ltr") })}
      action={t("sms.optOut.allow")}
      isAlert
      {...rest}
    >
      <p>{t("sms.optOut.allow.text")}</p>
      {source === "operator" && <p>{t("sms.optOut.allow.operator")}</p>}
    </FormDialog>
  );
}
