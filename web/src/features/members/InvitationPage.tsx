import { useQuery } from "@tanstack/react-query";
import { useParams, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { errorMessage, toAppError } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import { endSession, type Me, meOptions, refreshSession } from "../../lib/session.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { EntryFrame } from "../identity/EntryFrame.tsx";
import { touch } from "../../lib/device/touch.ts";
import { FormFailure } from "../identity/FormFailure.tsx";
import forms from "../identity/forms.module.css";
import { PasswordField } from "../identity/PasswordField.tsx";
import { TextButton } from "../identity/TextButton.tsx";
import { useSubmit } from "../identity/useSubmit.ts";
import { passwordProblem } from "../identity/validation.ts";

/** `/invitations/{token}`: where the link of a mail leads. */
export function InvitationPage() {
  const { token = "" } = useParams({ strict: false });
  const t = useT();
  const router = useRouter();
  const { data: invitation, error } = useQuery(
    trpc.invitations.find.queryOptions({ token }, { retry: false, staleTime: 0, gcTime: 0, meta: { quiet: true } }),
  );
  const { data: me, isPending } = useQuery({ ...meOptions(), retry: false, staleTime: 0 });
  const title = invitation ? t("members.open.title", { organization: invitation.organizationName }) : t("members.open.over");
  useTitle(invitation || error ? title : "");
  if (error)
    return (
      <EntryFrame>
        <div className={forms.form}>
          <h1 className={forms.title}>{t("members.open.over")}</h1>
          <p className={forms.intro} role="alert">
            {errorMessage(toAppError(error))}
          </p>
          <Button size={40} isWide onPress={() => void router.navigate({ to: "/cards" })}>
            {t("members.open.toKartis")}
          </Button>
        </div>
      </EntryFrame>
    );
  if (!invitation || isPending) return <EntryFrame>{null}</EntryFrame>;
  const { email, inviterName } = invitation;
  return (
    <EntryFrame>
      <div className={forms.form}>
        <h1 className={forms.title}>{title}</h1>
        <p className={forms.intro}>
          {inviterName ? t("members.open.intro", { name: inviterName, email }) : t("members.open.introNobody", { email })}
        </p>
        {me ? <Join token={token} email={email} me={me} /> : <NewAccount token={token} />}
      </div>
    </EntryFrame>
  );
}

/** For signed-in people: as the invited person, or as someone else. */
function Join({ token, email, me }: { token: string; email: string; me: Me }) {
  const t = useT();
  const router = useRouter();
  const isSame = me.user.email === email;
  const { isPending, error, submit } = useSubmit(async () => {
    if (isSame) {
      await client.invitations.accept.mutate({ token });
      await refreshSession();
      await router.navigate({ to: "/cards" });
    } else {
      await client.identity.signOut.mutate({});
      await endSession();
      location.reload();
    }
  });
  return (
    <>
      {!isSame && <p>{t("members.open.another", { email: me.user.email })}</p>}
      <FormFailure error={error} />
      <Button variant="primary" size={40} isWide isPending={isPending} onPress={() => void submit()}>
        {isSame ? t("members.open.join") : t("members.open.signOut")}
      </Button>
    </>
  );
}

function NewAccount({ token }: { token: string }) {
  const t = useT();
  const router = useRouter();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { isPending, error, fields, submit, clear } = useSubmit(async () => {
    await client.invitations.acceptAsNew.mutate({ token, name: name.trim(), password, language: t.language });
    await refreshSession();
    await router.navigate({ to: "/cards" });
  });
  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit({ ...(name.trim() ? {} : { name: "identity.name.required" as const }), ...passwordProblem(password) });
      }}
    >
      <FormFailure error={error} />
      <TextField
        label={t("identity.name")}
        name="name"
        autoComplete="name"
        autoFocus={!touch.isNow()}
        size={40}
        value={name}
        onChange={(value) => {
          setName(value);
          clear("name");
        }}
        errorMessage={fields["name"]}
      />
      <PasswordField
        isNew
        value={password}
        description={t("identity.password.hint")}
        onChange={(value) => {
          setPassword(value);
          clear("password");
        }}
        errorMessage={fields["password"]}
      />
      <Button
        type="submit"
        variant="primary"
        size={40}
        isWide
        isPending={isPending}
        pendingLabel={t("members.open.create.pending")}
      >
        {t("members.open.create")}
      </Button>
      <div className={forms.foot}>
        <span>
          {t("members.open.haveAccount")}{" "}
          <TextButton onPress={() => void router.navigate({ to: "/login", search: { next: `/invitations/${token}` } })}>
            {t("members.open.signIn")}
          </TextButton>
        </span>
      </div>
    </form>
  );
}
