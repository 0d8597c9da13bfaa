import documentIcon from "@fluentui/svg-icons/icons/document_text_16_regular.svg?icon";
import type { Card } from "@kartis/core/cards/schema.ts";
import { type Language, languageNames } from "@kartis/i18n/languages.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { meOptions } from "../../lib/session.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import styles from "./TemplateChoice.module.css";

type Template = RouterOutputs["templates"]["list"]["templates"][number];
export type Filled = RouterOutputs["templates"]["fill"];

interface TemplateChoiceProps {
  card: Card;
  channel?: Template["channel"];
  onFilled: (filled: Filled, template: Pick<Template, "id" | "name">) => void;
}

/** The organization's own texts for a channel, where it has any for the card's type; the one that was chosen, in another of its languages. */
export function TemplateChoice({ card, channel: wanted = "mail", onFilled }: TemplateChoiceProps) {
  const t = useT();
  const { data: me } = useQuery(meOptions());
  const mayRead = useCan()(["TEMPLATES", "read"]) && (me?.features.includes("content-templates") ?? false);
  const { data } = useQuery(trpc.templates.list.queryOptions({}, { enabled: mayRead, meta: { quiet: true } }));
  const [chosen, setChosen] = useState<Pick<Template, "id" | "name"> & Pick<Filled, "language" | "languages">>();
  /** How often a text was asked for: what comes late gives way to what was asked for later. */
  const asked = useRef(0);
  const offered = (data?.templates ?? []).filter(
    ({ kind, channel, cardTypeId }) => kind === null && channel === wanted && (cardTypeId === null || cardTypeId === card.typeId),
  );
  if (offered.length === 0) return null;
  async function fill({ id, name }: Pick<Template, "id" | "name">, language?: Language) {
    const turn = ++asked.current;
    try {
      const filled = await client.templates.fill.query({ templateId: id, cardId: card.id, language });
      if (turn !== asked.current) return;
      setChosen({ id, name, language: filled.language, languages: filled.languages });
      onFilled(filled, { id, name });
    } catch (failure) {
      reportFailure(failure);
    }
  }
  return (
    <span className={styles.choices}>
      {chosen && chosen.languages.length > 1 && (
        <Menu
          aria-label={t("timeline.mail.templateLanguage")}
          placement="bottom end"
          selectionMode="single"
          selectedKeys={[chosen.language]}
          trigger={
            <Button
              size={28}
              variant="ghost"
              aria-label={`${t("timeline.mail.templateLanguage")}: ${languageNames[chosen.language]}`}
            >
              <span lang={chosen.language}>{languageNames[chosen.language]}</span>
            </Button>
          }
        >
          {chosen.languages.map((language) => (
            <MenuItem key={language} id={language} onAction={() => void fill(chosen, language)}>
              <span lang={language}>{languageNames[language]}</span>
            </MenuItem>
          ))}
        </Menu>
      )}
      <Menu
        aria-label={t("timeline.mail.template")}
        placement="bottom end"
        trigger={<IconButton icon={documentIcon} label={t("timeline.mail.template")} />}
      >
        {offered.map((template) => (
          <MenuItem key={template.id} onAction={() => void fill(template)}>
            {template.name}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
