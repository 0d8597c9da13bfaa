import { internationalPhone } from "@kartis/core/cards/fields/phone-format.ts";
import { currencyCodes } from "@kartis/core/kernel/money.ts";
import { isLanguage, languageNames, languages, locales } from "@kartis/i18n/languages.ts";
import { type ReactNode, useMemo, useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { countryCodes } from "../../lib/device/countries.ts";
import { toAppError } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { queryClient } from "../../lib/query-client.ts";
import { refreshSession } from "../../lib/session.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { Select } from "../../ui/inputs/Select.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { useSaving } from "../settings/useSaving.ts";
import { UnsavedBar } from "../settings/UnsavedBar.tsx";
import styles from "./OrganizationForm.module.css";
import { Section } from "../settings/Section.tsx";

type Settings = RouterOutputs["organizations"]["settings"];

const draftOf = ({ version: _, phone, whatsappNumber, ...others }: Settings) => ({
  ...others,
  phone: internationalPhone(phone ?? ""),
  whatsappNumber: internationalPhone(whatsappNumber ?? ""),
});
type Draft = ReturnType<typeof draftOf>;

const keysOf = (draft: Draft) => Object.keys(draft) as (keyof Draft)[];

/** `next` with what differs between `typed` and what it was typed over. */
const withTyped = (next: Draft, typed: Draft, from: Draft): Draft => ({
  ...next,
  ...Object.fromEntries(keysOf(from).flatMap((key) => (typed[key] === from[key] ? [] : [[key, typed[key]]]))),
});

const never = () => undefined;

/** Changed together and saved together; what is wrong is said at its field. `children`: what has nothing to do with saving, below. */
export function OrganizationForm({ settings, children }: { settings: Settings; children: ReactNode }) {
  const t = useT();
  const can = useCan();
  const canChange = can(["ORGANIZATION", "update"]);
  /** Version that the draft is based on. Another person's save is adopted if nothing is typed, or when the user asks for it. */
  const [base, setBase] = useState(settings);
  const saved = draftOf(base);
  const [draft, setDraft] = useState(saved);
  const { timeZones, countries, currencies } = useMemo(() => choicesIn(locales[t.language]), [t.language]);
  const changes = keysOf(saved).filter((key) => draft[key] !== saved[key]).length;

  const isStale = settings.version > base.version;
  if (isStale && changes === 0) begin(settings);

  /** Goes on from what is saved now, with what was typed over `from` where something was. */
  function begin(next: Settings, from?: Draft) {
    setBase(next);
    setDraft(from ? withTyped(draftOf(next), draft, from) : draftOf(next));
  }

  const { isPending, fields, submit, clear } = useSaving(async () => {
    const next = await client.organizations.update.mutate({ ...draft, expectedVersion: base.version }).catch(async (failure) => {
      if (toAppError(failure).code !== "CONFLICT") throw failure;
      // The bar says so, and offers what to do about it.
      await queryClient.invalidateQueries(trpc.organizations.settings.pathFilter());
      return undefined;
    });
    if (!next) return;
    begin(next);
    queryClient.setQueryData(trpc.organizations.settings.queryKey({}), next);
    showToast({ tone: "success", code: "organization.saved", title: t("common.saved") });
    await refreshSession();
  });

  function set<K extends keyof Draft>(key: K, value: Draft[K]) {
    setDraft((before) => ({ ...before, [key]: value }));
    clear(key);
  }
  const save = () => void submit(draft.name.trim() ? {} : { name: "validation.organizationName" });
  const isReadOnly = !canChange;

  return (
    <>
      <div className={styles.scroll}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (changes > 0) save();
          }}
        >
          {isReadOnly && (
            <p className={styles.note} role="note">
              {t("members.org.readOnly")}
            </p>
          )}
          <Section title={t("members.org.about")} line={t("members.org.about.line")}>
            <TextField
              label={t("members.org.name")}
              name="organization"
              autoComplete="organization"
              maxLength={200}
              isRequired
              isReadOnly={isReadOnly}
              value={draft.name}
              onChange={(value) => set("name", value)}
              errorMessage={fields["name"]}
            />
            <TextField
              label={t("members.org.phone")}
              type="tel"
              maxLength={40}
              isReadOnly={isReadOnly}
              value={draft.phone}
              onChange={(value) => set("phone", value)}
              errorMessage={fields["phone"]}
            />
          </Section>
          <Section title={t("members.org.look")} line={t("members.org.look.line")}>
            <Select
              label={t("members.org.language")}
              description={t("members.org.language.hint")}
              isDisabled={isReadOnly}
              options={languages.map((id) => ({ id, label: languageNames[id] }))}
              value={draft.language}
              onChange={(id) => isLanguage(id) && set("language", id)}
            />
            <Select
              label={t("members.org.region")}
              description={t("members.org.region.hint")}
              isDisabled={isReadOnly}
              options={countries}
              value={draft.region}
              onChange={(id) => set("region", id)}
              errorMessage={fields["region"]}
            />
            <Select
              label={t("members.org.timeZone")}
              description={t("members.org.timeZone.hint")}
              isDisabled={isReadOnly}
              options={timeZones}
              value={draft.timeZone}
              onChange={(id) => set("timeZone", id)}
              errorMessage={fields["timeZone"]}
            />
            <Select
              label={t("members.org.currency")}
              description={t("members.org.currency.hint")}
              isDisabled={isReadOnly}
              options={currencies}
              value={draft.currency}
              onChange={(id) => {
                const code = currencyCodes.find((one) => one === id);
                if (code) set("currency", code);
              }}
            />
          </Section>
          <Section title={t("members.org.contact")} line={t("members.org.contact.line")}>
            <TextField
              label={t("members.org.whatsapp")}
              description={t("members.org.whatsapp.hint")}
              type="tel"
              maxLength={40}
              isReadOnly={isReadOnly}
              value={draft.whatsappNumber}
              onChange={(value) => set("whatsappNumber", value)}
              errorMessage={fields["whatsappNumber"]}
            />
          </Section>
        </form>
        {children}
      </div>
      <UnsavedBar
        changes={changes}
        isSaving={isPending}
        saveLabel={t("common.save")}
        stale={
          isStale
            ? { text: t("members.org.stale"), takeText: t("members.org.stale.take"), take: () => begin(settings, saved) }
            : undefined
        }
        keyOf={never}
        onSave={save}
        onDiscard={() => setDraft(saved)}
      />
    </>
  );
}

/** Time zones with their present offset, from west to east; countries and currencies by their names in the language. */
function choicesIn(locale: string) {
  const now = new Date();
  const offsetOf = (timeZone: string) =>
    new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
      .formatToParts(now)
      .find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const minutesOf = (offset: string) => {
    const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(offset) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
  const timeZones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")]
    .map((id) => ({ id, offset: offsetOf(id) }))
    .toSorted((a, b) => minutesOf(a.offset) - minutesOf(b.offset) || a.id.localeCompare(b.id))
    .map(({ id, offset }) => ({ id, label: `${id.replaceAll("_", " ")} (${offset})` }));
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const countries = countryCodes
    .map((id) => ({ id, label: names.of(id) ?? id }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale));
  const currencyNames = new Intl.DisplayNames(locale, { type: "currency" });
  const currencies = currencyCodes.map((id) => ({ id, label: `${id} · ${currencyNames.of(id) ?? id}` }));
  return { timeZones, countries, currencies };
}
