import errorCircle from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import { errorMessage, type AppError } from "../../lib/errors.ts";
import { Icon } from "../../ui/display/Icon.tsx";
import styles from "./forms.module.css";

/** Why the whole form was refused, said where it was sent. */
export function FormFailure({ error }: { error: AppError | undefined }) {
  if (!error) return null;
  return (
    <p className={styles.failure} role="alert">
      <Icon of={errorCircle} />
      <span>{errorMessage(error)}</span>
    </p>
  );
}
