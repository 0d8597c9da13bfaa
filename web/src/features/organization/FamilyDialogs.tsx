import { isId } from "@kartis/core/kernel/id-form.ts";
import { isLanguage, languageNames, languages } from "@kartis/i18n/languages.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { refreshSession } from "../../lib/session.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { templateWords } from "../identity/welcome/template-words.ts";
import { useSaving } from "../settings/useSaving.ts";
import styles from "./FamilySection.module.css";

interface DialogProps {
  onClose: () => void;
}

/** The switcher shows what has changed, too. */
async function refresh(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries(trpc.family.pathFilter()), refreshSession()]);
}

/** Founds an organization beneath this one. */
export function ChildDialog({ onClose }: DialogProps) {
  const t = useT();
  const [name, setName] = useState("");
  const [language, setLanguage] = useState(t.language);
  const [chosen, setChosen] = useState<string>();
  const { data: templates = [] } = useQuery(
    trpc.organizations.templates.queryOptions({ language: t.language }, { staleTime: Infinity }),
  );
  const template = templates.find(({ id }) => id === chosen) ?? templates[0];
  const { isPending, fields, submit, clear } = useSaving(async () => {
    if (!template) return;
    await client.organizations.createChild.mutate({ name: name.trim(), language, template: template.id });
    await refresh();
    showToast({ tone: "success", code: "family.created", title: t("organization.family.newChild.done", { name: name.trim() }) });
    onClose();
  });
  return (
    <FormDialog
      title={t("organization.family.newChild")}
      action={t("organization.family.newChild.create")}
      isPending={isPending}
      isDirty={name !== ""}
      onClose={onClose}
      onSubmit={() => void submit(name.trim() ? {} : { name: "validation.organizationName" })}
    >
      <p>{t("organization.family.newChild.line")}</p>
      <TextField
        label={t("members.org.name")}
        value={name}
        onChange={(value) => {
          setName(value);
          clear("name");
        }}
        errorMessage={fields["name"]}
        maxLength={200}
        isRequired
        autoFocus
      />
      <Select
        label={t("members.org.language")}
        options={languages.map((id) => ({ id, label: languageNames[id] }))}
        value={language}
        onChange={(id) => isLanguage(id) && setLanguage(id)}
      />
      <Select
        label={t("organization.family.newChild.template")}
        options={templates.map(({ id }) => {
          const words = templateWords[id];
          return { id, label: words ? t(words.name) : id };
        })}
        value={template?.id ?? null}
        onChange={setChosen}
      />
    </FormDialog>
  );
}

/** A code for the owner of another organization, made when the dialog opens. */
export function CodeDialog({ onClose }: DialogProps) {
  const t = useT();
  const format = useFormat();
  const [made, setMade] = useState<{ code: string; endsAt: string }>();
  useEffect(() => {
    let isOpen = true;
    client.family.createCode.mutate({}).then(
      (code) => isOpen && setMade(code),
      (failure: unknown) => isOpen && reportFailure(failure),
    );
    return () => {
      isOpen = false;
    };
  }, []);
  async function copy(code: string) {
    await navigator.clipboard.writeText(code);
    showToast({ tone: "success", code: "family.copied", title: t("organization.family.code.copied"), givesWay: true });
  }
  return (
    <Dialog
      isOpen
      title={t("organization.family.code")}
      onClose={onClose}
      footer={
        <Button size={32} onPress={onClose}>
          {t("common.close")}
        </Button>
      }
    >
      <div className={styles.form}>
        <p>{t("organization.family.code.line")}</p>
        {made && (
          <>
            <div className={styles.code}>
              <output aria-label={t("organization.family.code.label")} dir="ltr">
                {made.code}
              </output>
              <Button onPress={() => void copy(made.code).catch(reportFailure)}>{t("organization.family.code.copy")}</Button>
            </div>
            <p className={styles.quiet}>{t("organization.family.code.ends", { at: format.dateTime(made.endsAt) })}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Enters a parent's code; what it means is said, with the parent's name, before it counts. */
export function AttachDialog({ onClose }: DialogProps) {
  const t = useT();
  const [code, setCode] = useState("");
  const [parentName, setParentName] = useState<string>();
  const { isPending, fields, submit, clear } = useSaving(async () => {
    if (parentName === undefined) {
      const found = await client.family.findCode.query({ code });
      setParentName(found.parentName);
      return;
    }
    await client.family.attach.mutate({ code });
    await refresh();
    showToast({ tone: "success", code: "family.attached", title: t("organization.family.attach.done", { name: parentName }) });
    onClose();
  });
  return (
    <FormDialog
      title={t("organization.family.attach")}
      action={parentName === undefined ? t("organization.family.attach.next") : t("organization.family.attach")}
      isPending={isPending}
      isDirty={code !== ""}
      onClose={onClose}
      onSubmit={() => void submit(code.trim() ? {} : { code: "validation.required" })}
    >
      {parentName === undefined ? (
        <>
          <p>{t("organization.family.attach.line")}</p>
          <TextField
            label={t("organization.family.code.label")}
            value={code}
            onChange={(value) => {
              setCode(value);
              clear("code");
            }}
            errorMessage={fields["code"]}
            textDirection="ltr"
            autoComplete="off"
            maxLength={60}
            isRequired
            autoFocus
          />
        </>
      ) : (
        <p>{t("organization.family.attach.confirm", { name: parentName })}</p>
      )}
    </FormDialog>
  );
}

/** Detaches a child, or this organization from its parent. */
export function DetachDialog({ name, childId, onClose }: DialogProps & { name: string; childId?: string }) {
  const t = useT();
  const { isPending, submit } = useSaving(async () => {
    await client.family.detach.mutate(isId("org", childId) ? { childId } : {});
    await refresh();
    showToast({ tone: "success", code: "family.detached", title: t("organization.family.detach.done", { name }) });
    onClose();
  });
  return (
    <FormDialog
      title={t("organization.family.detach.title", { name })}
      action={t("organization.family.detach")}
      isPending={isPending}
      isDirty={false}
      isDanger
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <p>{childId ? t("organization.family.detach.child", { name }) : t("organization.family.detach.parent", { name })}</p>
    </FormDialog>
  );
}
