import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { gmailOptions } from "../../gmail/queries.ts";
import styles from "./mail.module.css";

/** The address of the reader's own Gmail, if emails can leave from it. */
export function useOwnGmail(): string | undefined {
  const { data } = useQuery(gmailOptions());
  return data?.mailbox && !data.mailbox.problem ? data.mailbox.email : undefined;
}

interface SenderChoiceProps {
  own: string;
  isFromKartis: boolean;
  onChange: (isFromKartis: boolean) => void;
}

/** Who an email comes from: the reader's own Gmail, or Kartis in their name. */
export function SenderChoice({ own, isFromKartis, onChange }: SenderChoiceProps) {
  const t = useT();
  const id = useId();
  return (
    <div className={styles.subject}>
      <label htmlFor={id}>{t("timeline.mail.from")}</label>
      <select id={id} value={isFromKartis ? "kartis" : "gmail"} onChange={({ target }) => onChange(target.value === "kartis")}>
        <option value="gmail">{own}</option>
        <option value="kartis">{t("timeline.mail.fromKartis")}</option>
      </select>
    </div>
  );
}
