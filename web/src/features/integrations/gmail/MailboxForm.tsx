import { type Sharing, sharingLevels } from "@kartis/core/gmail/rules.ts";
import type { Mailbox } from "@kartis/core/gmail/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { RadioGroup } from "../../../ui/inputs/RadioGroup.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextArea } from "../../../ui/inputs/TextArea.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { refreshGmail } from "../../gmail/queries.ts";
import { changesBetween, LeaveGuard } from "../../settings/LeaveGuard.tsx";
import { useSaving } from "../../settings/useSaving.ts";
import { openIntegration } from "../useLeaving.tsx";
import styles from "../sms/sms.module.css";

const none = "none";
const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter(Boolean);

/** What of the mailbox colleagues can read, whose emails are never stored, and whether unknown senders get a card. */
export function MailboxForm({ mailbox }: { mailbox: Mailbox }) {
  const t = useT();
  const { types = [] } = useCardTypes();
  const mayCreate = useCan()(["CARDS", "create"]);
  const [sharing, setSharing] = useState<Sharing>(mailbox.sharing);
  const [blocked, setBlocked] = useState(mailbox.blocked.join("\n"));
  const [typeId, setTypeId] = useState<string>(mailbox.strangersTypeId ?? none);
  const shown = { sharing, blocked: linesOf(blocked), typeId };
  const [saved, setSaved] = useState(shown);
  const { isPending, fields, submit, clear } = useSaving(async () => {
    const strangersTypeId = isId("typ", typeId) ? typeId : null;
    const changed = { sharing, blocked: linesOf(blocked), strangersTypeId, expectedVersion: mailbox.version };
    await client.gmail.update.mutate(changed);
    setSaved(shown);
    await refreshGmail();
    showToast({ tone: "success", code: "gmail:saved", title: t("gmail.saved") });
  });
  const wrong = Object.entries(fields).find(([name]) => name.startsWith("blocked"))?.[1];
  return (
    <form
      className={styles.form}
      aria-label={t("gmail.sharing")}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <RadioGroup
        label={t("gmail.sharing")}
        description={t("gmail.sharing.about")}
        options={sharingLevels.map((id) => ({ id, label: t(`gmail.sharing.${id}`) }))}
        value={sharing}
        onChange={(next) => setSharing(sharingLevels.find((level) => level === next) ?? "whole")}
      />
      <TextArea
        label={t("gmail.blocked")}
        description={t("gmail.blocked.about")}
        rows={3}
        value={blocked}
        errorMessage={wrong}
        onChange={(next) => {
          setBlocked(next);
          for (const name of Object.keys(fields)) clear(name);
        }}
      />
      {(mayCreate || mailbox.strangersTypeId) && (
        <Select
          label={t("gmail.strangers")}
          options={[{ id: none, label: t("gmail.strangers.none") }, ...types.map(({ id, name }) => ({ id, label: name }))]}
          value={typeId}
          onChange={setTypeId}
        />
      )}
      <span className={styles.buttons}>
        <Button type="submit" isPending={isPending}>
          {t("gmail.save")}
        </Button>
      </span>
      <LeaveGuard changes={changesBetween(saved, shown)} isSaving={isPending} keyOf={openIntegration} />
    </form>
  );
}
