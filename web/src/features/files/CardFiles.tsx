import type { Card } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { useStorageRights } from "../records/rights.ts";
import { FileRows } from "./FileRows.tsx";
import { DropArea, RunningUploads } from "./FilesInput.tsx";
import styles from "./CardFiles.module.css";
import { useUploads } from "./useUploads.ts";

/** All files of the card, including those shown by fields; more can be dropped in or chosen. */
export function CardFiles({ card }: { card: Card }) {
  const t = useT();
  const mayUpload = useStorageRights().mayUpload(card);
  const query = useQuery(trpc.files.ofCard.queryOptions({ cardId: card.id }, { meta: { quiet: true } }));
  const { uploads, add, retry, cancel } = useUploads({ purpose: "card", cardId: card.id }, () => undefined);
  if (query.error && !query.data)
    return (
      <ErrorState
        error={query.error}
        level={2}
        actions={<Button onPress={() => void query.refetch()}>{t("common.tryAgain")}</Button>}
      />
    );
  return (
    <section className={styles.files} aria-label={t("files.title")}>
      {mayUpload ? (
        <div className={styles.add}>
          <DropArea label={t("files.drop")} imagesOnly={false} many onFiles={add} />
          <RunningUploads uploads={uploads} onRetry={retry} onCancel={cancel} />
        </div>
      ) : (
        <p className={styles.none} role="note">
          {t("rights.upload")}. {t("common.denied.message")}.
        </p>
      )}
      {!query.data ? (
        <SkeletonRows rows={4} columns={["3fr", "1fr", "1fr"]} />
      ) : query.data.rows.length === 0 ? (
        <p className={styles.none}>{t("files.none")}</p>
      ) : (
        <FileRows files={query.data.rows} label={t("files.title")} hasCard={false} />
      )}
    </section>
  );
}
