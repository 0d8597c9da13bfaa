import type { ReactNode } from "react";
import type { AppError } from "../../lib/errors.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { FormFailure } from "./FormFailure.tsx";
import styles from "./forms.module.css";

interface IdentityFormProps {
  title: string;
  intro?: string;
  /** Other ways in, which need nothing of the form. */
  above?: ReactNode;
  error: AppError | undefined;
  isPending: boolean;
  submitLabel: string;
  pendingLabel: string;
  onSubmit: () => void;
  /** Between the button and the foot. */
  below?: ReactNode;
  foot: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** What every form on the way in looks like: a title, what went wrong, fields, one wide button, and where else to go. */
export function IdentityForm({
  title,
  intro,
  above,
  error,
  isPending,
  submitLabel,
  pendingLabel,
  onSubmit,
  below,
  foot,
  children,
}: IdentityFormProps) {
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <h1 className={styles.title}>{title}</h1>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {above}
      <FormFailure error={error} />
      {children}
      <Button type="submit" variant="primary" size={40} isWide isPending={isPending} pendingLabel={pendingLabel}>
        {submitLabel}
      </Button>
      {below}
      <div className={styles.foot}>{foot}</div>
    </form>
  );
}
