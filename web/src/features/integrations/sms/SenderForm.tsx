import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import { longestSender } from "@kartis/core/sms/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { FormFailure } from "../../identity/FormFailure.tsx";
import { useSaving } from "../../settings/useSaving.ts";
import { isTooSoon, refreshSms } from "./queries.ts";
import styles from "./sms.module.css";

const isNumber = (name: string): boolean => /^\+?[\d\s()-]+$/.test(name.trim());

/** The first step of a new sender: its name or number, and the phone for its code. */
export function SenderForm({ isFirst }: { isFirst: boolean }) {
  const t = useT();
  const { data: profile } = useQuery(trpc.profile.get.queryOptions({}, { meta: { quiet: true } }));
  const [isOpen, setOpen] = useState(isFirst);
  const [name, setName] = useState("");
  const [phone, setPhone] = useState<string>();
  const own = phone ?? profile?.phone ?? "";
  const { isPending, error, fields, submit, clear } = useSaving(async () => {
    await client.sms.requestSender.mutate({ name, phone: isNumber(name) ? null : own || null });
    await refreshSms();
    setName("");
    setOpen(false);
  }, isTooSoon);
  if (!isOpen)
    return (
      <Button icon={add} variant="ghost" onPress={() => setOpen(true)}>
        {t("integrations.sender.add")}
      </Button>
    );
  return (
    <form
      className={styles.form}
      aria-label={t("integrations.sender.add")}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={t("integrations.sender.name")}
        description={t("integrations.sender.used", { count: name.trim().length, most: longestSender })}
        autoFocus
        textDirection="ltr"
        value={name}
        onChange={(next) => {
          setName(next);
          clear("name");
        }}
        errorMessage={fields["name"]}
      />
      {isNumber(name) ? (
        <p className={styles.quiet}>{t("integrations.sender.numberPhone")}</p>
      ) : (
        <TextField
          label={t("integrations.sender.phone")}
          type="tel"
          value={own}
          onChange={(next) => {
            setPhone(next);
            clear("phone");
          }}
          errorMessage={fields["phone"]}
        />
      )}
      <FormFailure error={error} />
      <span className={styles.buttons}>
        <Button variant="primary" type="submit" isPending={isPending}>
          {t("integrations.sender.request")}
        </Button>
        {!isFirst && (
          <Button variant="ghost" onPress={() => setOpen(false)}>
            {t("common.cancel")}
          </Button>
        )}
      </span>
    </form>
  );
}
