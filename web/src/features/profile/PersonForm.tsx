import { internationalPhone } from "@kartis/core/cards/fields/phone-format.ts";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT, withWords } from "../../lib/i18n.tsx";
import { laterInFocus } from "../../lib/later.tsx";
import { useCan } from "../../lib/permissions.ts";
import { queryClient } from "../../lib/query-client.ts";
import { PersonAvatar } from "../../ui/display/Avatar.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { TextArea } from "../../ui/inputs/TextArea.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { inlineUrl } from "../records/file-values.ts";
import { useSaving } from "../settings/useSaving.ts";
import { noteFinal } from "../undo/undo.ts";
import { profileOptions, refreshProfile, type Profile } from "./profile-query.ts";
import styles from "./ProfilePage.module.css";

const AvatarDialog = laterInFocus(() =>
  withWords(["files"], import("../files/AvatarDialog.tsx")).then((module) => module.AvatarDialog),
);

export function PersonForm({ profile }: { profile: Profile }) {
  const t = useT();
  const [name, setName] = useState(profile.name);
  const [phone, setPhone] = useState(internationalPhone(profile.phone ?? ""));
  const [signature, setSignature] = useState(profile.signature ?? "");
  const { isPending, fields, submit, clear } = useSaving(async () => {
    await client.profile.update.mutate({
      name: name.trim(),
      phone: phone.trim(),
      signature: signature.trim(),
    });
    noteFinal();
    showToast({ tone: "success", title: t("common.saved") });
    await refreshProfile();
    // As the server understood it.
    setPhone(internationalPhone(queryClient.getQueryData(profileOptions().queryKey)?.phone ?? ""));
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(name.trim() ? {} : { name: "security.name.required" });
      }}
    >
      <Picture profile={profile} />
      <TextField
        label={t("security.name")}
        name="name"
        autoComplete="name"
        maxLength={120}
        value={name}
        onChange={(value) => {
          setName(value);
          clear("name");
        }}
        errorMessage={fields.name}
      />
      <TextField label={t("security.email")} type="email" isReadOnly value={profile.email} />
      <TextField
        label={t("security.phone")}
        name="tel"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        value={phone}
        onChange={(value) => {
          setPhone(value);
          clear("phone");
        }}
        errorMessage={fields.phone}
      />
      <TextField
        label={t("security.voipExtension")}
        description={t("security.voipExtension.hint")}
        textDirection="ltr"
        isReadOnly
        value={profile.voipExtension ?? ""}
      />
      <TextArea
        label={t("security.signature")}
        description={t("security.signature.hint")}
        rows={3}
        maxLength={1000}
        value={signature}
        onChange={(value) => {
          setSignature(value);
          clear("signature");
        }}
        errorMessage={fields.signature}
      />
      <div>
        <Button type="submit" variant="primary" size={32} isPending={isPending} pendingLabel={t("common.saving")}>
          {t("common.save")}
        </Button>
      </div>
    </form>
  );
}

/** The picture as colleagues see it; a press changes it, if the person may upload. */
function Picture({ profile }: { profile: Profile }) {
  const t = useT();
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  const url = profile.avatarId ? inlineUrl(profile.avatarId) : undefined;
  const picture = <PersonAvatar userId={profile.id} name={profile.name} imageUrl={url} size={48} />;
  if (!can(["STORAGE", "create"])) return <div>{picture}</div>;
  return (
    <div className={styles.picture}>
      <AriaButton className={styles.pictureButton ?? ""} aria-label={t("security.picture")} onPress={() => setOpen(true)}>
        {picture}
      </AriaButton>
      <Button onPress={() => setOpen(true)}>{t("security.picture")}</Button>
      {isOpen && (
        <AvatarDialog
          name={profile.name}
          target={{ purpose: "avatar" }}
          currentUrl={url}
          onChange={(file) =>
            void client.profile.setAvatar.mutate({ fileId: file?.fileId ?? null }).then(refreshProfile, reportFailure)
          }
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
