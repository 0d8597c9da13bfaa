import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { apiNameOf, slugOf } from "@kartis/core/cards/types/naming.ts";
import { Checkbox } from "../../ui/inputs/Checkbox.tsx";
import { useT } from "../../lib/i18n.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { TokenComboBox } from "../../ui/inputs/TokenComboBox.tsx";
import styles from "./editor.module.css";
import { HueMenu } from "./HueMenu.tsx";
import { useProblem } from "./useProblem.ts";
import { useEditor } from "./useTypeEditor.ts";

/** Names of the type: in the app, in addresses and in the API. */
export function GeneralSection() {
  const t = useT();
  const { type, types, draft, base, edit } = useEditor();
  const problem = useProblem();
  const others = types.filter((other) => other.id !== type?.id);

  /** The addresses of a new type follow its names until they are edited by hand. */
  function rename(change: { name?: string; pluralName?: string }) {
    edit((before) => {
      const next = { ...before, ...change };
      if (type) return next;
      const isSlugTaken = (slug: string) => others.some((other) => other.slug === slug);
      const isNameTaken = (name: string) => others.some((other) => other.apiName === name);
      const follows = (value: string, proposed: string) => value === "" || value === proposed;
      return {
        ...next,
        ...(follows(before.slug, slugOf(before.pluralName, isSlugTaken)) ? { slug: slugOf(next.pluralName, isSlugTaken) } : {}),
        ...(follows(before.apiName, apiNameOf(before.name, "type", isNameTaken))
          ? { apiName: apiNameOf(next.name, "type", isNameTaken) }
          : {}),
      };
    });
  }

  return (
    <div className={styles.scroll}>
      <div className={styles.form}>
        <div className={styles.pair}>
          <TextField
            label={t("cardTypes.name")}
            description={t("cardTypes.name.help")}
            isRequired
            autoFocus={!type}
            value={draft.name}
            onChange={(name) => rename({ name })}
            errorMessage={problem("name")}
          />
          <TextField
            label={t("cardTypes.pluralName")}
            description={t("cardTypes.pluralName.help")}
            isRequired
            value={draft.pluralName}
            onChange={(pluralName) => rename({ pluralName })}
            errorMessage={problem("pluralName")}
          />
        </div>
        <div className={styles.pair}>
          <TextField
            label={t("cardTypes.slug")}
            description={type && draft.slug !== base.slug ? t("cardTypes.slug.changed") : t("cardTypes.slug.help")}
            isRequired
            textDirection="ltr"
            before={<span className={styles.prefix}>/cards/</span>}
            value={draft.slug}
            onChange={(slug) => edit({ slug })}
            errorMessage={problem("slug")}
          />
          <TextField
            label={t("cardTypes.apiName")}
            description={t("cardTypes.apiName.help")}
            isRequired
            textDirection="ltr"
            value={draft.apiName}
            onChange={(apiName) => edit({ apiName })}
            errorMessage={problem("apiName")}
          />
        </div>
        <div className={styles.line}>
          <HueMenu label={t("cardTypes.hue")} hue={draft.hue} onChange={(hue) => edit({ hue })} />
          <span>{t("cardTypes.hue")}</span>
          <span className={styles.quiet}>{t(`cardTypes.hue.${draft.hue}`)}</span>
        </div>
        <div>
          <Checkbox isSelected={draft.hidden} onChange={(hidden) => edit({ hidden })}>
            {t("cardTypes.hidden")}
          </Checkbox>
          <p className={styles.under}>{t("cardTypes.hidden.help")}</p>
        </div>
        <TokenComboBox
          label={t("cardTypes.identifiers")}
          description={t("cardTypes.identifiers.help")}
          errorMessage={problem("identifiers")}
          options={draft.fields
            .filter((field) => fieldTraits[field.type].identifying || draft.identifiers.includes(field.id))
            .map((field) => ({ id: field.id, label: field.label }))}
          value={draft.identifiers}
          onChange={(identifiers) => edit({ identifiers })}
        />
      </div>
    </div>
  );
}
