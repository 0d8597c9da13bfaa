import copyIcon from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { Switch } from "../../../ui/inputs/Switch.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { SecretDialog } from "../../settings/SecretDialog.tsx";
import { AskDialog } from "../AskDialog.tsx";
import styles from "../webhooks/webhooks.module.css";
import { type Incoming, refreshIncoming } from "./queries.ts";

/** Where to send, and whether calls have to be signed. */
export function IncomingAddress({ webhook: { id: webhookId, url, isSigned } }: { webhook: Incoming }) {
  const t = useT();
  const [asking, setAsking] = useState<"rotate" | "unsign">();
  const [secret, setSecret] = useState<string>();
  async function copy() {
    await navigator.clipboard.writeText(url ?? "");
    showToast({ tone: "success", code: "copied:incoming", title: t("incomingWebhooks.copied") });
  }
  async function sign(signed: boolean) {
    const { secret: made } = await client.incomingWebhooks.sign.mutate({ webhookId, isSigned: signed });
    if (made !== null) setSecret(made);
    await refreshIncoming();
  }
  return (
    <section className={styles.form} aria-label={t("incomingWebhooks.url")}>
      <TextField
        label={t("incomingWebhooks.url")}
        description={t("incomingWebhooks.url.about")}
        textDirection="ltr"
        isReadOnly
        value={url ?? ""}
        onChange={() => undefined}
        after={<IconButton icon={copyIcon} size={24} label={t("incomingWebhooks.copy")} onPress={() => void copy()} />}
      />
      <div className={styles.tools}>
        <Switch isSelected={isSigned} onChange={(next) => (next ? void sign(true).catch(reportFailure) : setAsking("unsign"))}>
          {t("incomingWebhooks.signed")}
        </Switch>
        <span className={styles.end}>
          <Button onPress={() => setAsking("rotate")}>{t("incomingWebhooks.rotate")}</Button>
        </span>
      </div>
      <p className={styles.quiet}>{t("incomingWebhooks.signed.about")}</p>
      {asking === "rotate" && (
        <AskDialog
          title={t("incomingWebhooks.rotateTitle")}
          action={t("incomingWebhooks.rotate")}
          text={t("incomingWebhooks.rotateText")}
          isDanger
          onClose={() => setAsking(undefined)}
          onSubmit={() => client.incomingWebhooks.rotateUrl.mutate({ webhookId }).then(refreshIncoming)}
        />
      )}
      {asking === "unsign" && (
        <AskDialog
          title={t("incomingWebhooks.unsignTitle")}
          action={t("incomingWebhooks.unsign")}
          text={t("incomingWebhooks.unsignText")}
          isDanger
          onClose={() => setAsking(undefined)}
          onSubmit={() => sign(false)}
        />
      )}
      {secret !== undefined && (
        <SecretDialog
          title={t("incomingWebhooks.secret.title")}
          text={t("incomingWebhooks.secret.text")}
          secret={secret}
          copied={t("incomingWebhooks.secret.copied")}
          onClose={() => setSecret(undefined)}
        />
      )}
    </section>
  );
}
