import copyIcon from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import { useEffect, useRef } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import styles from "../webhooks/webhooks.module.css";
import type { Form } from "./queries.ts";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The frame is there without the script too, which only makes it as high as its content. */
const snippetOf = ({ url, name, design: { title } }: Form) =>
  [
    `<iframe src="${url}" title="${escaped(title || name)}" style="width: 100%; height: 640px; border: 0"></iframe>`,
    `<script src="${new URL("/forms/embed.js", url).href}" async></script>`,
  ].join("\n");

interface FormShareProps {
  form: Form;
  /** It has just been published, for this. */
  isNew: boolean;
}

/** Where the form is, and what puts it into a site. */
export function FormShare({ form, isNew }: FormShareProps) {
  const t = useT();
  const snippet = snippetOf(form);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew) section.current?.scrollIntoView({ block: "nearest" });
  }, [isNew]);
  async function copy(what: "copied" | "snippet.copied", text: string) {
    await navigator.clipboard.writeText(text);
    showToast({ tone: "success", code: `form:${what}`, title: t(`leadForms.${what}`) });
  }
  return (
    <section ref={section} className={styles.form} aria-label={t("leadForms.share")}>
      <TextField
        label={t("leadForms.url")}
        labelEnd={
          <Link href={form.url} target="_blank">
            {t("leadForms.openPage")}
          </Link>
        }
        textDirection="ltr"
        isReadOnly
        value={form.url}
        onChange={() => undefined}
        after={
          <IconButton
            icon={copyIcon}
            size={24}
            label={t("leadForms.copy")}
            autoFocus={isNew}
            onPress={() => void copy("copied", form.url)}
          />
        }
      />
      <div className={styles.events}>
        <span className={styles.legend}>{t("leadForms.snippet")}</span>
        <pre className={styles.headers} dir="ltr">
          {snippet}
        </pre>
        <p className={styles.quiet}>{t("leadForms.snippet.about")}</p>
        <div>
          <Button icon={copyIcon} onPress={() => void copy("snippet.copied", snippet)}>
            {t("leadForms.snippet.copy")}
          </Button>
        </div>
      </div>
    </section>
  );
}
