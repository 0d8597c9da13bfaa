import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import downloadIcon from "@fluentui/svg-icons/icons/arrow_download_16_regular.svg?icon";
import type { FileList } from "@kartis/core/attachments/schema.ts";
import { fileKindOf, isImageType } from "@kartis/core/files/rules.ts";
import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Denied } from "../../ui/feedback/Denied.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Num } from "../../ui/display/Num.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { useNameOf } from "../people/people.ts";
import { useStorageRights } from "../records/rights.ts";
import { downloadUrl } from "../records/file-values.ts";
import { noteFinal } from "../undo/undo.ts";
import { FileLink } from "./FileLinks.tsx";
import { Lightbox } from "./Lightbox.tsx";
import { RecordName } from "../records/RecordName.tsx";
import { useCardHref } from "../records/card-href.ts";
import styles from "./FileRows.module.css";
import { sizeText } from "../../lib/size-text.ts";

type ListedFile = FileList["rows"][number];

/** Files as a table: each opens, can be downloaded and deleted. `hasCard` says of which card each is. */
export function FileRows({ files, label, hasCard }: { files: readonly ListedFile[]; label: string; hasCard: boolean }) {
  const t = useT();
  const [opened, setOpened] = useState<string>();
  const [deleting, setDeleting] = useState<ListedFile>();
  const images = files.filter((file) => isImageType(file.mime));
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t("files.column.name")}</th>
            {hasCard && <th scope="col">{t("files.column.card")}</th>}
            <th scope="col" className={styles.number}>
              {t("files.column.size")}
            </th>
            <th scope="col" className={styles.wide}>
              {t("files.column.type")}
            </th>
            <th scope="col" className={styles.wide}>
              {t("files.column.uploader")}
            </th>
            <th scope="col" className={styles.wide}>
              {t("files.column.date")}
            </th>
            <th scope="col">
              <span className={styles.hidden}>{t("files.column.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <Row
              key={file.fileId}
              file={file}
              hasCard={hasCard}
              onOpen={() => setOpened(file.fileId)}
              onDelete={() => setDeleting(file)}
            />
          ))}
        </tbody>
      </table>
      {opened && <Lightbox images={images} opened={opened} onOpen={setOpened} onClose={() => setOpened(undefined)} />}
      {deleting && <DeleteDialog file={deleting} onClose={() => setDeleting(undefined)} />}
    </div>
  );
}

interface RowProps {
  file: ListedFile;
  hasCard: boolean;
  onOpen: () => void;
  onDelete: () => void;
}

function Row({ file, hasCard, onOpen, onDelete }: RowProps) {
  const t = useT();
  const mayDelete = useStorageRights().mayDelete(file);
  const deleteLabel = t("files.delete", { name: file.name });
  const deleteButton = <IconButton icon={deleteIcon} size={24} label={deleteLabel} onPress={onDelete} />;
  const format = useFormat();
  const nameOf = useNameOf();
  const hrefOf = useCardHref();
  const cardHref = file.card && hrefOf(file.card.id, file.card.typeId);
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <FileLink file={file} onOpen={onOpen} />
      </th>
      {hasCard && (
        <td className={styles.card}>
          {file.card && cardHref ? (
            <RecordName name={file.card.name} href={cardHref} />
          ) : (
            <span className={styles.quiet}>{t(file.templateId ? "files.ofTemplate" : "files.noCard")}</span>
          )}
        </td>
      )}
      <td className={styles.number}>
        <Num>{sizeText(format, file.bytes)}</Num>
      </td>
      <td className={styles.wide}>{t(`files.kind.${fileKindOf(file.mime)}`)}</td>
      <td className={styles.wide}>
        <bdi>{nameOf(file.uploadedBy)}</bdi>
      </td>
      <td className={styles.wide}>
        <time dateTime={file.createdAt}>{format.date(file.createdAt)}</time>
      </td>
      <td className={styles.actions}>
        <a
          className={styles.action}
          href={downloadUrl(file.fileId)}
          download
          aria-label={t("files.download", { name: file.name })}
        >
          <Icon of={downloadIcon} />
        </a>
        {mayDelete ? (
          deleteButton
        ) : (
          <Denied label={deleteLabel} reason={`${t("rights.file")}. ${t("common.denied.message")}.`}>
            {deleteButton}
          </Denied>
        )}
      </td>
    </tr>
  );
}

/** A deleted file cannot be had back, so its name is asked about first. */
function DeleteDialog({ file, onClose }: { file: ListedFile; onClose: () => void }) {
  const t = useT();
  const [isPending, setPending] = useState(false);

  function remove() {
    setPending(true);
    client.files.remove.mutate({ fileId: file.fileId }).then(
      () => {
        for (const filter of [trpc.files.pathFilter(), trpc.cards.pathFilter(), trpc.templates.pathFilter()])
          void queryClient.invalidateQueries(filter);
        const title = t("files.deleted", { name: file.name });
        noteFinal(title);
        showToast({ tone: "success", title });
        onClose();
      },
      (failure: unknown) => {
        setPending(false);
        reportFailure(failure);
      },
    );
  }

  return (
    <Dialog
      title={t("files.deleteTitle")}
      role="alertdialog"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onClose} autoFocus>
            {t("common.cancel")}
          </Button>
          <Button variant="danger" size={32} isPending={isPending} onPress={remove}>
            {t("files.deleteTitle")}
          </Button>
        </>
      }
    >
      <p className={styles.question}>{t("files.deleteText", { name: file.name })}</p>
    </Dialog>
  );
}
