import errorCircle from "@fluentui/svg-icons/icons/error_circle_20_regular.svg?icon";
import lockClosed from "@fluentui/svg-icons/icons/lock_closed_20_regular.svg?icon";
import searchIcon from "@fluentui/svg-icons/icons/search_20_regular.svg?icon";
import shieldProhibited from "@fluentui/svg-icons/icons/shield_prohibited_20_regular.svg?icon";
import type { ReactNode } from "react";
import { errorMessage, errorTitle, toAppError } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import styles from "./EmptyState.module.css";
import { Icon, type IconShape } from "../display/Icon.tsx";

export interface EmptyStateProps {
  icon: IconShape;
  title: ReactNode;
  /** One line. */
  children?: ReactNode;
  /** At most two buttons. */
  actions?: ReactNode;
  /** h1 where it is the page's only content. */
  level?: 1 | 2 | 3;
  /** Small print, e.g. the request id of a failure. */
  note?: ReactNode;
  /** It offers to try again, which nothing may stand over. */
  canRetry?: boolean;
}

export function EmptyState({ icon, title, children, actions, level = 2, note, canRetry }: EmptyStateProps) {
  const Title = (["h1", "h2", "h3"] as const)[level - 1] ?? "h2";
  return (
    <div className={styles.empty} data-retry={canRetry || undefined}>
      <span className={styles.tile}>
        <Icon of={icon} />
      </span>
      <Title className={styles.title}>{title}</Title>
      {children && <p className={styles.line}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}

type VariantProps = Pick<EmptyStateProps, "actions" | "level">;

/** The plan lacks it. */
export function GatedState(props: VariantProps) {
  const t = useT();
  return (
    <EmptyState {...props} icon={lockClosed} title={t("common.gated.title")}>
      {t("common.gated.message")}
    </EmptyState>
  );
}

/** The role lacks the permission. */
export function DeniedState(props: VariantProps) {
  const t = useT();
  return (
    <EmptyState {...props} icon={shieldProhibited} title={t("common.denied.title")}>
      {t("common.denied.message")}
    </EmptyState>
  );
}

export function NotFoundState(props: VariantProps) {
  const t = useT();
  return (
    <EmptyState {...props} icon={searchIcon} title={t("common.notFound.title")}>
      {t("common.notFound.message")}
    </EmptyState>
  );
}

/** Codes of which the person has to know: trying again at once cannot help. */
const tooMuch = new Set(["TOO_MANY_REQUESTS", "UNPROCESSABLE_CONTENT"]);

interface ErrorStateProps extends VariantProps {
  title?: ReactNode;
  message?: ReactNode;
  note?: ReactNode;
  /** What failed. */
  error?: unknown;
}

/** Something failed; say what (`title`, `message`), and offer to try again. */
export function ErrorState({ title, message, note, error, ...props }: ErrorStateProps) {
  const t = useT();
  const failure = error ? toAppError(error) : undefined;
  const refusal = failure && tooMuch.has(failure.code) ? failure : undefined;
  return (
    <EmptyState
      {...props}
      icon={errorCircle}
      title={title ?? (refusal ? errorTitle(refusal) : t("common.error.title"))}
      note={note}
      canRetry
    >
      {message ?? (refusal ? errorMessage(refusal) : t("common.error.message"))}
    </EmptyState>
  );
}
