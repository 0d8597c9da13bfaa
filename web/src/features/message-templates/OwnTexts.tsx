import documentIcon from "@fluentui/svg-icons/icons/document_text_16_regular.svg?icon";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { meOptions } from "../../lib/session.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";

interface OwnTextsProps {
  type: CardType;
  onChoose: (body: string, id: string) => void;
}

/** The organization's own SMS templates, if it has any for the type, with their variables: in the reader's language, or in the first they are written in. */
export function OwnTexts({ type, onChoose }: OwnTextsProps) {
  const t = useT();
  const { language } = t;
  const { data: me } = useQuery(meOptions());
  const mayRead = useCan()(["TEMPLATES", "read"]) && (me?.features.includes("content-templates") ?? false);
  const { data } = useQuery(trpc.templates.list.queryOptions({}, { enabled: mayRead, meta: { quiet: true } }));
  const offered = (data?.templates ?? []).filter(
    ({ kind, channel, cardTypeId }) => kind === null && channel === "sms" && (cardTypeId === null || cardTypeId === type.id),
  );
  if (offered.length === 0) return null;
  const label = t("messageTemplates.use");
  return (
    <Menu aria-label={label} trigger={<Button icon={documentIcon}>{label}</Button>}>
      {offered.map(({ id, name, texts, defaultLanguage }) => (
        <MenuItem key={id} onAction={() => onChoose((texts[language] ?? texts[defaultLanguage])?.body ?? "", id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
