import documentIcon from "@fluentui/svg-icons/icons/document_text_16_regular.svg?icon";
import type { RichText } from "@kartis/core/activities/comments/rules.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { client, trpc } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { meOptions } from "../../../lib/session.ts";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";

interface TemplateChoiceProps {
  card: Card;
  onFilled: (filled: { subject: string; body: RichText }) => void;
}

/** The organization's own texts for mails, where it has any for the card's type. */
export function TemplateChoice({ card, onFilled }: TemplateChoiceProps) {
  const t = useT();
  const { data: me } = useQuery(meOptions());
  const mayRead = useCan()(["TEMPLATES", "read"]) && (me?.features.includes("content-templates") ?? false);
  const { data } = useQuery(trpc.templates.list.queryOptions({}, { enabled: mayRead, meta: { quiet: true } }));
  const offered = (data?.templates ?? []).filter(
    ({ kind, channel, cardTypeId }) => kind === null && channel === "mail" && (cardTypeId === null || cardTypeId === card.typeId),
  );
  if (offered.length === 0) return null;
  return (
    <Menu
      aria-label={t("timeline.mail.template")}
      placement="bottom end"
      trigger={<IconButton icon={documentIcon} label={t("timeline.mail.template")} />}
    >
      {offered.map(({ id, name }) => (
        <MenuItem
          key={id}
          onAction={() => {
            client.templates.fill.query({ templateId: id, cardId: card.id }).then(onFilled, reportFailure);
          }}
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
