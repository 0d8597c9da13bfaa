import { isLanguage, languageNames, languages, type Language } from "@kartis/i18n/languages.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { placeOfBrowser } from "../../../lib/device/countries.ts";
import { toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { setLanguage, useFormat, useT } from "../../../lib/i18n.tsx";
import { endSession, meOptions, refreshSession } from "../../../lib/session.ts";
import { useTitle } from "../../../lib/pages/title.ts";
import { Brand } from "../../../ui/display/Brand.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { RadioGroup } from "../../../ui/inputs/RadioGroup.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { FormFailure } from "../FormFailure.tsx";
import formStyles from "../forms.module.css";
import { TemplatePreview } from "./TemplatePreview.tsx";
import { templateWords } from "./template-words.ts";
import { useSubmit } from "../useSubmit.ts";
import styles from "./WelcomePage.module.css";

function chooseLanguage(id: string) {
  if (isLanguage(id)) void setLanguage(id);
}

export function WelcomePage() {
  const t = useT();
  const format = useFormat();
  const router = useRouter();
  const { data: me, error: meError } = useQuery(meOptions());
  const [name, setName] = useState("");
  const [phone, setPhone] = useState("");
  const [chosen, setChosen] = useState<string>();
  const language = t.language;
  const { data: templates = [] } = useQuery(
    trpc.organizations.templates.queryOptions({ language }, { placeholderData: keepPreviousData, staleTime: Infinity }),
  );
  const template = templates.find(({ id }) => id === chosen) ?? templates[0];
  useTitle(t("identity.welcome.title"));

  useEffect(() => {
    if (meError && toAppError(meError).code !== "UNAUTHORIZED_NO_ORG") reportFailure(meError);
  }, [meError]);

  const { isPending, error, fields, submit, clear } = useSubmit(async () => {
    if (!template) return;
    if (me && me.user.language !== language) await client.profile.update.mutate({ language });
    await client.organizations.create.mutate({
      name: name.trim(),
      language,
      template: template.id,
      ...placeOfBrowser(),
      ...(phone.trim() ? { phone: phone.trim() } : {}),
    });
    await refreshSession();
    await router.navigate({ to: "/cards" });
  });

  async function signOut() {
    await client.identity.signOut.mutate({}).catch(reportFailure);
    await endSession();
    await router.navigate({ to: "/login" });
  }

  const nameOf = (id: string) => {
    const words = templateWords[id];
    return words ? t(words.name) : id;
  };

  return (
    <div className={styles.page}>
      <div className={styles.start}>
        <header className={styles.header}>
          <Brand />
          <span className={styles.account}>
            {me && (
              <bdi className={styles.email} dir="ltr">
                {me.user.email}
              </bdi>
            )}
            <Button variant="ghost" onPress={() => void signOut()}>
              {t("shell.signOut")}
            </Button>
          </span>
        </header>
        <main className={styles.main}>
          <form
            className={styles.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void submit(name.trim() ? {} : { name: "identity.welcome.name.required" });
            }}
          >
            <div>
              <h1 className={formStyles.title}>{t("identity.welcome.title")}</h1>
              <p className={styles.subtitle}>{t("identity.welcome.subtitle")}</p>
            </div>
            {me && me.suspendedIn.length > 0 && (
              <p className={styles.subtitle} role="note">
                {t("identity.welcome.suspended", { organizations: format.list(me.suspendedIn) })}
              </p>
            )}
            <FormFailure error={error} />
            <TextField
              label={t("identity.welcome.name")}
              name="organization"
              autoComplete="organization"
              isRequired
              size={40}
              placeholder={t("identity.welcome.name.placeholder")}
              value={name}
              onChange={(value) => {
                setName(value);
                clear("name");
              }}
              errorMessage={fields.name}
            />
            <div className={styles.two}>
              <TextField
                label={t("identity.welcome.phone")}
                name="tel"
                type="tel"
                autoComplete="tel"
                size={40}
                value={phone}
                onChange={(value) => {
                  setPhone(value);
                  clear("phone");
                }}
                errorMessage={fields.phone}
              />
              <Select
                label={t("identity.welcome.language")}
                size={40}
                options={languages.map((id: Language) => ({ id, label: languageNames[id] }))}
                value={language}
                onChange={chooseLanguage}
              />
            </div>
            <RadioGroup
              label={t("identity.welcome.template")}
              look="cards"
              value={template?.id ?? null}
              onChange={setChosen}
              options={templates.map(({ id }) => {
                const words = templateWords[id];
                return { id, label: nameOf(id), ...(words ? { description: t(words.note) } : {}) };
              })}
            />
            <Button
              type="submit"
              variant="primary"
              size={40}
              isWide
              isPending={isPending}
              isDisabled={!template}
              pendingLabel={t("identity.welcome.creating")}
            >
              {t("identity.welcome.create")}
            </Button>
          </form>
        </main>
      </div>
      <aside className={styles.side} aria-label={t("identity.welcome.template")}>
        {template && <TemplatePreview name={nameOf(template.id)} template={template} />}
      </aside>
    </div>
  );
}
