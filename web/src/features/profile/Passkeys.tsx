import addIcon from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import editIcon from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import personKey from "@fluentui/svg-icons/icons/person_key_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import type { RouterOutputs } from "../../lib/types.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { hasPasskeys } from "../identity/passkeys/ceremony.ts";
import { AddPasskey } from "./AddPasskey.tsx";
import styles from "./ProfilePage.module.css";
import { RemovePasskey } from "./RemovePasskey.tsx";
import { RenamePasskey } from "./RenamePasskey.tsx";

export type Passkey = RouterOutputs["identity"]["passkeys"]["passkeys"][number];

type Open = { kind: "add" } | { kind: "rename" | "remove"; passkey: Passkey };

/** The person's passkeys: renamed and removed here, and added from the device that will keep them. */
export function Passkeys({ email }: { email: string }) {
  const t = useT();
  const { data } = useQuery(trpc.identity.passkeys.queryOptions({}, { staleTime: 0 }));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  if (!data) return <SkeletonRows rows={1} columns={["24px", "1fr"]} />;
  const { passkeys, proof } = data;
  return (
    <>
      {passkeys.length === 0 ? (
        <p className={styles.note}>{t("security.passkeys.none")}</p>
      ) : (
        <ul className={styles.rows}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onOpen={(kind) => setOpen({ kind, passkey })} />
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        <div>
          <Button icon={addIcon} onPress={() => setOpen({ kind: "add" })}>
            {t("security.passkeys.add")}
          </Button>
        </div>
      ) : (
        <p className={styles.note}>{t("security.passkeys.unsupported")}</p>
      )}
      {open?.kind === "add" && <AddPasskey proofKind={proof} email={email} onClose={close} />}
      {open?.kind === "rename" && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.kind === "remove" && <RemovePasskey passkey={open.passkey} proofKind={proof} email={email} onClose={close} />}
    </>
  );
}

function PasskeyRow({ passkey, onOpen }: { passkey: Passkey; onOpen: (kind: "rename" | "remove") => void }) {
  const t = useT();
  const format = useFormat();
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className={styles.row}>
      <Icon of={personKey} />
      <div className={styles.words}>
        <bdi className={styles.device}>{name}</bdi>
        <span className={styles.line}>
          {t("security.passkeys.addedAt", { when: format.date(createdAt) })}
          {" · "}
          {lastUsedAt ? t("security.sessions.lastUsed", { when: format.relative(lastUsedAt) }) : t("security.passkeys.neverUsed")}
        </span>
      </div>
      <IconButton icon={editIcon} label={t("security.passkeys.renameNamed", { name })} onPress={() => onOpen("rename")} />
      <IconButton icon={deleteIcon} label={t("common.removeNamed", { name })} onPress={() => onOpen("remove")} />
    </li>
  );
}
