import { isId } from "@kartis/core/kernel/id-form.ts";
import { isLanguage, languageNames, languages } from "@kartis/i18n/languages.ts";
import { useState } from "react";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { TextArea } from "../../ui/inputs/TextArea.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { LimitNotice } from "../billing/later-notice.ts";
import { addressesIn } from "./addresses.ts";
import { refreshMembers } from "./members.ts";
import styles from "./members.module.css";
import { type Place, RoleFields } from "./RoleFields.tsx";

/** The server's bound. */
const maxInvited = 45;

/** Several people at once, with the same role. What was typed stays when anything is refused. */
export function InviteDialog({ firstRoleId, onClose }: { firstRoleId: string | null; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const [text, setText] = useState("");
  const [place, setPlace] = useState<Place>({ systemRole: "BASIC", roleId: firstRoleId });
  const [language, setLanguage] = useState(t.language);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { emails, wrong } = addressesIn(text);

  async function send() {
    if (wrong.length > 0) return setProblem(t("members.emails.wrong", { count: wrong.length, list: format.list(wrong) }));
    if (emails.length === 0) return setProblem(t("members.emails.none"));
    if (emails.length > maxInvited) return setProblem(t("members.emails.tooMany", { max: maxInvited }));
    setPending(true);
    try {
      const roleId = isId("rol", place.roleId) ? place.roleId : null;
      const outcomes = await client.members.invite.mutate({ emails, systemRole: place.systemRole, roleId, language });
      const of = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).map(({ email }) => email);
      const sent = of("invited").length;
      const notes = (["member", "invitedBefore"] as const).flatMap((outcome) => {
        const list = of(outcome);
        return list.length > 0 ? [t(`members.outcome.${outcome}`, { list: format.list(list) })] : [];
      });
      showToast({
        tone: notes.length > 0 ? "info" : "success",
        code: "members.invited",
        title: t("members.invite.sent", { count: sent }),
        ...(notes.length > 0 ? { message: notes.join("\n") } : {}),
      });
      onClose();
      await refreshMembers();
    } catch (refused) {
      reportFailure(refused);
      setPending(false);
    }
  }

  return (
    <FormDialog
      onClose={onClose}
      size={560}
      title={t("members.invite")}
      isDirty={text !== ""}
      action={t("members.invite.confirm", { count: emails.length })}
      isPending={isPending}
      onSubmit={() => void send()}
    >
      <p className={styles.quiet}>{t("members.invite.lead")}</p>
      <LimitNotice limit="users" />
      {/* The dialog was opened to write addresses. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <TextArea
        label={t("members.emails")}
        description={t("members.emails.hint")}
        value={text}
        rows={3}
        autoFocus
        isRequired
        errorMessage={problem}
        onChange={(value) => {
          setText(value);
          setProblem(undefined);
        }}
      />
      <RoleFields place={place} onChange={setPlace} />
      <Select
        label={t("members.language")}
        options={languages.map((id) => ({ id, label: languageNames[id] }))}
        value={language}
        onChange={(id) => isLanguage(id) && setLanguage(id)}
      />
    </FormDialog>
  );
}
