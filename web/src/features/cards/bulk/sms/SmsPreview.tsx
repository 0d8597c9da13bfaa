import type { BulkExample, BulkSmsJob } from "@kartis/core/bulk/schema.ts";
import { textDirection } from "../../../../lib/text-direction.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../../lib/api.ts";
import { errorMessage, toAppError } from "../../../../lib/errors.ts";
import { useFormat, useT } from "../../../../lib/i18n.tsx";
import { Button } from "../../../../ui/actions/Button.tsx";
import { SkeletonRows } from "../../../../ui/feedback/Skeleton.tsx";
import { Dialog } from "../../../../ui/overlays/Dialog.tsx";
import { PhoneNumber } from "../../../fields/display/PhoneNumber.tsx";
import shared from "../PreviewOfChange.module.css";
import { Counts } from "../Counts.tsx";
import styles from "./sms.module.css";

interface SmsPreviewProps {
  job: BulkSmsJob;
  count: number;
  /** Called with the reason why the text was refused, if it was. */
  onBack: (error: string | undefined) => void;
  onClose: () => void;
  onSend: (count: number) => void;
}

/** How many cards get an SMS, what it costs, which cards get none and why, and the first texts as they will be sent. */
export function SmsPreview({ job, count, onBack, onClose, onSend }: SmsPreviewProps) {
  const t = useT();
  const query = useQuery(
    trpc.bulk.preview.queryOptions(job, { staleTime: 0, gcTime: 0, retry: false, meta: { quiet: true, private: true } }),
  );
  const preview = query.data;
  const error = query.error ? toAppError(query.error) : undefined;
  const back = () => onBack(error?.fields?.["text"] && errorMessage(error));
  return (
    <Dialog
      isOpen
      title={t("changes.sms.title", { count })}
      size={760}
      isDirty
      onClose={onClose}
      footerStart={
        <Button size={32} onPress={back}>
          {t("common.back")}
        </Button>
      }
      footer={
        <Button
          // A button that is still disabled does not take the focus.
          key={preview ? "there" : "awaited"}
          size={32}
          variant="primary"
          isDisabled={!preview || preview.changing === 0}
          onPress={() => onSend(preview?.changing ?? 0)}
          autoFocus
        >
          {t("changes.sms.apply", { count: preview?.changing ?? 0 })}
        </Button>
      }
    >
      {error ? (
        <p className={styles.error} role="alert">
          {errorMessage(error)}
        </p>
      ) : preview ? (
        <div className={shared.preview}>
          <Counts preview={preview} of="sms" labelOf={() => undefined}>
            {preview.sms && <li>{t("changes.sms.cost", preview.sms)}</li>}
            {preview.sms && preview.sms.waiting > 0 && <li>{t("changes.sms.waiting", { count: preview.sms.waiting })}</li>}
          </Counts>
          {preview.examples.length > 0 && (
            <Examples
              examples={preview.examples}
              total={preview.changing}
              // As it was written: a long name in other letters turns no message.
              direction={textDirection(job.change.text.replace(values, ""))}
            />
          )}
        </div>
      ) : (
        <SkeletonRows rows={6} columns={["1fr", "1fr", "2fr"]} />
      )}
    </Dialog>
  );
}

/** What stands for a card's values in the text. */
const values = /\{\{[^}]*\}\}|\{%[^%]*%\}/g;
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

interface ExamplesProps {
  examples: readonly BulkExample[];
  total: number;
  direction: "ltr" | "rtl" | undefined;
}

function Examples({ examples, total, direction }: ExamplesProps) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      {/* Scrollable content must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={shared.scroll} tabIndex={0} role="region" aria-label={t("changes.preview")}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">{t("changes.card")}</th>
              <th scope="col">{t("changes.sms.number")}</th>
              <th scope="col">{t("changes.sms.text")}</th>
            </tr>
          </thead>
          <tbody>
            {examples.map(({ id, name, after }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td className={styles.number}>
                  <PhoneNumber value={textOf(after["phone"])} />
                </td>
                <td className={styles.said}>
                  <bdi dir={direction}>{textOf(after["text"])}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > examples.length && (
        <p className={shared.more}>{t("changes.sms.firstOf", { shown: format.number(examples.length), count: total })}</p>
      )}
    </>
  );
}
