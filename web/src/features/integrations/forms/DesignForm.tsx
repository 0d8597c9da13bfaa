import type { CardType } from "@kartis/core/cards/schema.ts";
import { canMatch, identifierAmong } from "@kartis/core/imports/rules.ts";
import { formLanguages, lacksNeeded, pageAddress } from "@kartis/core/lead-forms/rules.ts";
import { languageNames } from "@kartis/i18n/languages.ts";
import { useEffect, useRef, useState } from "react";
import { client } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { RadioGroup } from "../../../ui/inputs/RadioGroup.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextArea } from "../../../ui/inputs/TextArea.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { changesBetween } from "../../settings/LeaveGuard.tsx";
import { useSaving } from "../../settings/useSaving.ts";
import { CardOwners } from "../CardOwners.tsx";
import styles from "../webhooks/webhooks.module.css";
import { FormFields } from "./FormFields.tsx";
import { FormPreview } from "./FormPreview.tsx";
import own from "./forms.module.css";
import { type Form, type FormDesign, refreshForms } from "./queries.ts";

const modes = ["create", "createOrUpdate"] as const;

interface DesignFormProps {
  form: Form;
  type: CardType;
  onChanges: (changes: number) => void;
  onPublished: () => void;
}

/** What visitors see, and how what they send finds its card. */
export function DesignForm({ form, type, onChanges, onPublished }: DesignFormProps) {
  const t = useT();
  const { id: formId } = form;
  /** What is shown is a change of it: somebody else's change since is not written over. */
  const [base, setBase] = useState(form.version);
  const [name, setName] = useState(form.name);
  const [design, setDesign] = useState(form.design);
  const [mode, setMode] = useState(form.mode);
  const [matchId, setMatchId] = useState(form.matchFieldId);
  const [ownerIds, setOwnerIds] = useState(form.ownerIds);
  const change = (part: Partial<FormDesign>) => setDesign((now) => ({ ...now, ...part }));
  const candidates = type.fields.filter((field) => canMatch(field) && design.fields.some(({ fieldId }) => fieldId === field.id));
  const identifier = identifierAmong(
    type,
    design.fields.map(({ fieldId }) => fieldId),
  );
  const usual = identifier ?? candidates.find(({ type: kind }) => kind === "email");
  const isChosen = candidates.some(({ id }) => id === matchId);
  // Where the field that was matched by has gone, somebody chooses another: none stands there as if it were in use.
  const isMatchGone = form.attention === "matchGone" && !isChosen;
  const matchFieldId = isChosen ? matchId : isMatchGone ? null : (usual?.id ?? null);
  const shown = { ...design, name, mode, matchId, ownerIds };
  const [saved, setSaved] = useState(shown);
  const changes = changesBetween(saved, shown);
  useEffect(() => onChanges(changes), [changes, onChanges]);
  const isDraft = form.state === "draft";
  /** What it is to be once it is saved: read when it is sent. */
  const next = useRef<"active">(undefined);
  const { isPending, fields, submit, clear } = useSaving(async () => {
    const sent = { ...design, redirect: pageAddress(design.redirect) };
    const { version } = await client.leadForms.update.mutate({
      formId,
      expectedVersion: base,
      name,
      design: sent,
      mode,
      matchFieldId: mode === "create" ? null : matchFieldId,
      ownerIds: [...ownerIds],
      ...(next.current ? { state: next.current } : {}),
    });
    setBase(version);
    change({ redirect: sent.redirect });
    setSaved({ ...shown, redirect: sent.redirect });
    if (next.current) onPublished();
    const became = next.current ? "published" : "saved";
    showToast({ tone: "success", code: `form:${became}`, title: t(`leadForms.${became}`) });
    // Not awaited: once it is said to be saved, the next press counts.
    void refreshForms();
  });
  function save(state?: "active") {
    next.current = state;
    void submit(name.trim() === "" ? { name: "validation.required" } : {});
  }
  const text = (part: "title" | "button" | "redirect", more: { description?: string; textDirection?: "ltr" } = {}) => (
    <TextField
      label={t(`leadForms.${part}`)}
      {...more}
      value={design[part]}
      onChange={(value) => {
        change({ [part]: value });
        clear(`design.${part}`);
      }}
      errorMessage={fields[`design.${part}`]}
    />
  );
  const area = (part: "text" | "thanks" | "consent", description?: string) => (
    <TextArea
      label={t(`leadForms.${part}`)}
      {...(description ? { description } : {})}
      rows={2}
      value={design[part]}
      onChange={(value) => {
        change({ [part]: value });
        clear(`design.${part}`);
      }}
      errorMessage={fields[`design.${part}`]}
    />
  );
  return (
    <form
      className={styles.message}
      aria-label={t("leadForms.design")}
      onSubmit={(event) => {
        event.preventDefault();
        // What the public sees is published by a press of its own, never by Enter in a field.
        save();
      }}
    >
      <h3>{t("leadForms.design")}</h3>
      <FormPreview type={type} design={design} />
      <div className={own.parts}>
        <TextField
          label={t("leadForms.name")}
          description={t("leadForms.name.about")}
          isRequired
          maxLength={100}
          value={name}
          onChange={(value) => {
            setName(value);
            clear("name");
          }}
          errorMessage={fields["name"]}
        />
        {text("title")}
        {area("text")}
        <FormFields
          type={type}
          fields={design.fields}
          problem={
            fields["fields"] ?? (form.state === "active" && lacksNeeded(type, design) ? t("leadForms.problem.needed") : undefined)
          }
          onChange={(next) => {
            change({ fields: next });
            clear("fields");
          }}
        />
        {area("consent", t("leadForms.consent.about"))}
        {text("button")}
        {area("thanks")}
        {text("redirect", { textDirection: "ltr" })}
        <Select
          label={t("leadForms.language")}
          options={formLanguages.map((id) => ({
            id,
            label: id === "visitor" ? t("leadForms.language.visitor") : languageNames[id],
          }))}
          value={design.language}
          onChange={(id) => change({ language: formLanguages.find((one) => one === id) ?? "visitor" })}
        />
        <RadioGroup
          label={t("leadForms.mode")}
          value={mode}
          onChange={(id) => setMode(modes.find((other) => other === id) ?? "create")}
          options={modes.map((id) => ({ id, label: t(`incomingWebhooks.mode.${id}`) }))}
          {...(mode === "create" && identifier
            ? { description: t("incomingWebhooks.mode.refuses", { name: identifier.label }) }
            : {})}
        />
        {mode === "createOrUpdate" && (
          <Select
            label={t("incomingWebhooks.match")}
            options={candidates.map(({ id, label }) => ({ id, label }))}
            value={matchFieldId}
            onChange={(id) => {
              setMatchId(id);
              clear("matchFieldId");
            }}
            errorMessage={fields["matchFieldId"] ?? (isMatchGone ? t("leadForms.problem.match") : undefined)}
          />
        )}
        <CardOwners
          ownerIds={ownerIds}
          otherwise={form.actsAs}
          errorMessage={fields["ownerIds"]}
          onChange={(ids) => {
            setOwnerIds(ids);
            clear("ownerIds");
          }}
        />
      </div>
      <div className={own.foot}>
        <Button type="submit" variant={isDraft ? "secondary" : "primary"} isPending={isPending}>
          {t("common.save")}
        </Button>
        {isDraft && (
          <Button variant="primary" isPending={isPending} onPress={() => save("active")}>
            {t("leadForms.publish")}
          </Button>
        )}
      </div>
    </form>
  );
}
