import verifiedIcon from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import type { WhatsAppNumber } from "@kartis/core/whatsapp/schema.ts";
import { type Ref, useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { PhoneNumber } from "../../fields/display/PhoneNumber.tsx";
import { refreshWhatsApp } from "../../whatsapp/queries.ts";
import styles from "../sms/sms.module.css";

interface ConnectedNumberProps {
  ref: Ref<HTMLElement>;
  number: WhatsAppNumber;
  mayManage: boolean;
  onChange: () => void;
}

/** The connected number, whether Meta accepts it, and its actions. */
export function ConnectedNumber({ ref, number, mayManage, onChange }: ConnectedNumberProps) {
  const t = useT();
  const format = useFormat();
  const [isTesting, setTesting] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const { name, phone, problem, problemAt, createdAt } = number;
  async function test() {
    setTesting(true);
    try {
      const tested = await client.whatsapp.test.mutate({});
      const refusal = tested.problem && t("whatsapp.number.refused", { reason: t(`whatsapp.failure.${tested.problem}`) });
      showToast({ tone: refusal ? "error" : "success", code: "whatsapp:test", title: refusal ?? t("whatsapp.number.works") });
      await refreshWhatsApp();
    } catch (failure) {
      reportFailure(failure);
    }
    setTesting(false);
  }
  return (
    <section ref={ref} className={styles.status} tabIndex={-1} aria-label={t("whatsapp.number")}>
      <div className={styles.sender} data-waiting={problem !== null || undefined}>
        <div className={styles.senderHead}>
          {!problem && (
            <span className={styles.good}>
              <Icon of={verifiedIcon} />
            </span>
          )}
          <bdi className={styles.senderName}>{name}</bdi>
          <PhoneNumber value={phone} />
          <span className={styles.quiet}>{t("whatsapp.number.connected", { date: format.date(createdAt) })}</span>
        </div>
        {problem && problemAt && (
          <p className={styles.wrong} role="alert">
            {t("whatsapp.number.problem", { date: format.date(problemAt), reason: t(`whatsapp.failure.${problem}`) })}
          </p>
        )}
        {mayManage && (
          <span className={styles.buttons}>
            <Button size={28} isPending={isTesting} onPress={() => void test()}>
              {t("whatsapp.number.test")}
            </Button>
            <Button size={28} variant="ghost" onPress={onChange}>
              {t("whatsapp.connect.change")}
            </Button>
            <Button size={28} variant="ghost" onPress={() => setLeaving(true)}>
              {t("whatsapp.number.disconnect")}
            </Button>
          </span>
        )}
      </div>
      {isLeaving && <DisconnectDialog name={name} onClose={() => setLeaving(false)} />}
    </section>
  );
}

function DisconnectDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useT();
  const [isPending, setPending] = useState(false);
  function disconnect() {
    setPending(true);
    client.whatsapp.disconnect.mutate({}).then(
      () => {
        onClose();
        return refreshWhatsApp();
      },
      (failure: unknown) => {
        setPending(false);
        reportFailure(failure);
      },
    );
  }
  return (
    <FormDialog
      title={t("whatsapp.number.disconnectTitle", { name })}
      action={t("whatsapp.number.disconnect")}
      isDanger
      isAlert
      isPending={isPending}
      onClose={onClose}
      onSubmit={disconnect}
    >
      <p>{t("whatsapp.number.disconnectText")}</p>
    </FormDialog>
  );
}
