import verifiedIcon from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import type { RouterOutputs } from "../../../lib/types.ts";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Tag } from "../../../ui/display/Pill.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { CodeStep } from "./CodeStep.tsx";
import { refreshSms } from "./queries.ts";
import styles from "./sms.module.css";

export type Sender = RouterOutputs["sms"]["settings"]["senders"][number];

interface SenderRowProps {
  sender: Sender;
  mayManage: boolean;
  /** The sender that becomes the default if this one is removed; null if none is left. Undefined if this one is not the default. */
  heir: Sender | null | undefined;
  onRemoved: () => void;
}

/** A sender: verified, or with its verification step. */
export function SenderRow({ sender, mayManage, heir, onRemoved }: SenderRowProps) {
  const t = useT();
  const format = useFormat();
  const [isRemoving, setRemoving] = useState(false);
  const { id: senderId, name, verifiedAt, isDefault } = sender;
  const makeDefault = () => client.sms.setDefaultSender.mutate({ senderId }).then(refreshSms, reportFailure);
  return (
    <li className={styles.sender} tabIndex={-1} data-waiting={verifiedAt === null || undefined}>
      <div className={styles.senderHead}>
        {verifiedAt && (
          <span className={styles.good}>
            <Icon of={verifiedIcon} />
          </span>
        )}
        <bdi className={styles.senderName}>{name}</bdi>
        <span className={styles.quiet}>
          {verifiedAt ? t("integrations.sender.verified", { date: format.date(verifiedAt) }) : t("integrations.sender.waiting")}
        </span>
        <span className={styles.end}>
          {isDefault && <Tag>{t("integrations.sender.default")}</Tag>}
          {mayManage && (
            <Menu
              aria-label={t("integrations.sender.actions", { name })}
              placement="bottom end"
              trigger={<IconButton icon={more} size={28} label={t("integrations.sender.actions", { name })} />}
            >
              {verifiedAt && !isDefault && (
                <MenuItem onAction={() => void makeDefault()}>{t("integrations.sender.makeDefault")}</MenuItem>
              )}
              <MenuItem tone="danger" onAction={() => setRemoving(true)}>
                {t("integrations.sender.remove")}
              </MenuItem>
            </Menu>
          )}
        </span>
      </div>
      {!verifiedAt && mayManage && <CodeStep sender={sender} />}
      {isRemoving && <RemoveDialog sender={sender} heir={heir} onRemoved={onRemoved} onClose={() => setRemoving(false)} />}
    </li>
  );
}

interface RemoveDialogProps extends Omit<SenderRowProps, "mayManage"> {
  onClose: () => void;
}

function RemoveDialog({ sender, heir, onRemoved, onClose }: RemoveDialogProps) {
  const t = useT();
  const [isPending, setPending] = useState(false);
  function remove() {
    setPending(true);
    client.sms.removeSender.mutate({ senderId: sender.id }).then(
      () => {
        onClose();
        return refreshSms().then(onRemoved);
      },
      (failure: unknown) => {
        setPending(false);
        reportFailure(failure);
      },
    );
  }
  return (
    <FormDialog
      title={t("integrations.sender.removeTitle", { name: sender.name })}
      action={t("integrations.sender.remove")}
      isDanger
      isAlert
      isPending={isPending}
      onClose={onClose}
      onSubmit={remove}
    >
      <p>
        {t("integrations.sender.removeText")} {heir && t("integrations.sender.heir", { name: heir.name })}
        {heir === null && t("integrations.sender.noHeir")}
      </p>
    </FormDialog>
  );
}
