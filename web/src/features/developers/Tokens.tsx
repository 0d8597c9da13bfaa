import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import keyIcon from "@fluentui/svg-icons/icons/key_20_regular.svg?icon";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { queryClient } from "../../lib/query-client.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Hidden, Mono } from "../../ui/display/Num.tsx";
import { Pill } from "../../ui/display/Pill.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { useNameOf } from "../people/people.ts";
import styles from "./developers.module.css";
import { documentPath } from "./document.ts";
import { TokenDialog } from "./TokenDialog.tsx";

/** The client of the API and its types, beside the site (`web/api-client.vite.config.ts`). */
const clientFiles = ["kartis.js", "kartis.d.ts"] as const;

type Token = RouterOutputs["tokens"]["list"][number];

/** The tokens the person may see, with creating and removing them. */
export function Tokens() {
  const t = useT();
  const can = useCan();
  const [isMaking, setMaking] = useState(false);
  const [removing, setRemoving] = useState<Token>();
  const { data: tokens, error, refetch } = useQuery(trpc.tokens.list.queryOptions({}, { meta: { quiet: true } }));
  const make = can(["ORGANIZATION", "update"]) && (
    <Button variant="primary" icon={add} onPress={() => setMaking(true)}>
      {t("developers.new")}
    </Button>
  );
  return (
    <div className={styles.tokens}>
      <div className={styles.intro}>
        <p>
          {t("developers.intro")} <Mono>{`${location.origin}/api/v1`}</Mono>
          {" · "}
          <a className={styles.link} href={documentPath} target="_blank" rel="noreferrer">
            {t("developers.document")}
          </a>
          {" · "}
          {t("developers.client")}{" "}
          {clientFiles.map((file, at) => (
            <Fragment key={file}>
              {at > 0 && ", "}
              <a className={styles.link} href={`/developers/${file}`} download>
                <bdi>{file}</bdi>
              </a>
            </Fragment>
          ))}
        </p>
        {tokens && tokens.length > 0 && make}
      </div>
      {error && !tokens ? (
        <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
      ) : !tokens ? (
        <SkeletonRows rows={4} columns={["2fr", "2fr", "1fr", "1fr"]} />
      ) : tokens.length === 0 ? (
        <EmptyState icon={keyIcon} title={t("developers.none")} actions={make}>
          {t(make ? "developers.none.text" : "developers.none.denied")}
        </EmptyState>
      ) : (
        <TokenTable tokens={tokens} onRemove={setRemoving} />
      )}
      {isMaking && <TokenDialog onClose={() => setMaking(false)} />}
      {removing && <RemoveDialog token={removing} onClose={() => setRemoving(undefined)} />}
    </div>
  );
}

function TokenTable({ tokens, onRemove }: { tokens: readonly Token[]; onRemove: (token: Token) => void }) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const [openedAt] = useState(() => Date.now());
  return (
    <div className={styles.tableScroll}>
      <table className={styles.table} aria-label={t("developers.tokens")}>
        <thead>
          <tr>
            {(["name", "token", "access", "maker", "used", "expires"] as const).map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`developers.column.${column}`)}
              </th>
            ))}
            <th scope="col">
              <Hidden>{t("developers.column.actions")}</Hidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.id}>
              <th scope="row">
                <bdi>{token.name}</bdi>
              </th>
              <td data-column="token">
                <Mono>{`${token.prefix}…`}</Mono>
              </td>
              <td data-column="access">{t("developers.permissions", { count: Object.keys(token.grants).length })}</td>
              <td data-column="maker">
                <bdi>{nameOf(token.userId)}</bdi>
              </td>
              <td data-column="used">{token.lastUsedAt ? format.relative(token.lastUsedAt) : t("developers.neverUsed")}</td>
              <td>
                {Date.parse(token.expiresAt) <= openedAt ? (
                  <Pill hue="red">{t("developers.expired")}</Pill>
                ) : (
                  format.date(token.expiresAt)
                )}
              </td>
              <td className={styles.actions}>
                <IconButton
                  icon={deleteIcon}
                  size={24}
                  label={t("developers.remove.of", { name: token.name })}
                  onPress={() => onRemove(token)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RemoveDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const t = useT();
  const remove = useMutation(
    trpc.tokens.remove.mutationOptions({
      async onSuccess() {
        await queryClient.invalidateQueries(trpc.tokens.list.pathFilter());
        onClose();
        showToast({ tone: "success", title: t("developers.removed") });
      },
    }),
  );
  return (
    <Dialog
      role="alertdialog"
      title={t("developers.remove.title", { name: token.name })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button size={32} variant="danger" isPending={remove.isPending} onPress={() => remove.mutate({ tokenId: token.id })}>
            {t("developers.remove")}
          </Button>
        </>
      }
    >
      <p>{t("developers.remove.message")}</p>
    </Dialog>
  );
}
