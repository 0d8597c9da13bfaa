import verifiedIcon from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import type { VoipConnection } from "@kartis/core/voip/schema.ts";
import { type Ref, useState } from "react";
import { client } from "../../../lib/api.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { refreshVoip } from "../../voip/queries.ts";
import { AskDialog } from "../AskDialog.tsx";
import styles from "../sms/sms.module.css";
import { useProviderName } from "./provider-name.ts";
import { useConnectionTest } from "./useConnectionTest.ts";

interface ConnectedProviderProps {
  ref: Ref<HTMLElement>;
  connection: VoipConnection;
  mayManage: boolean;
  /** False if the plan no longer includes telephony. */
  mayChange: boolean;
  onChange: () => void;
}

/** The connected provider, whether it accepts the connection, and its actions. */
export function ConnectedProvider({ ref, connection, mayManage, mayChange, onChange }: ConnectedProviderProps) {
  const t = useT();
  const format = useFormat();
  const ask = useConnectionTest();
  const [isTesting, setTesting] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const name = useProviderName()(connection.provider);
  const { problem, problemAt, createdAt } = connection;
  async function test() {
    setTesting(true);
    await ask();
    setTesting(false);
  }
  async function disconnect() {
    await client.voip.disconnect.mutate({});
    await refreshVoip();
  }
  return (
    <section ref={ref} className={styles.status} tabIndex={-1} aria-label={t("voip.connection")}>
      <div className={styles.sender} data-waiting={problem !== null || undefined}>
        <div className={styles.senderHead}>
          {!problem && (
            <span className={styles.good}>
              <Icon of={verifiedIcon} />
            </span>
          )}
          <bdi className={styles.senderName}>{name}</bdi>
          <span className={styles.quiet}>{t("voip.connection.since", { date: format.date(createdAt) })}</span>
        </div>
        {problem && problemAt && (
          <p className={styles.wrong} role="alert">
            {problem === "dialing"
              ? t("voip.connection.problemDialing", { date: format.date(problemAt) })
              : t("voip.connection.problem", { date: format.date(problemAt), reason: t(`voip.connection.reason.${problem}`) })}
          </p>
        )}
        {mayManage && (
          <span className={styles.buttons}>
            {mayChange && (
              <>
                <Button size={28} isPending={isTesting} onPress={() => void test()}>
                  {t("voip.connection.test")}
                </Button>
                <Button size={28} variant="ghost" onPress={onChange}>
                  {t("voip.connect.change")}
                </Button>
              </>
            )}
            <Button size={28} variant="ghost" onPress={() => setLeaving(true)}>
              {t("voip.connection.disconnect")}
            </Button>
          </span>
        )}
      </div>
      {isLeaving && (
        <AskDialog
          title={t("voip.connection.disconnectTitle", { name })}
          action={t("voip.connection.disconnect")}
          text={t("voip.connection.disconnectText")}
          isDanger
          onClose={() => setLeaving(false)}
          onSubmit={disconnect}
        />
      )}
    </section>
  );
}
