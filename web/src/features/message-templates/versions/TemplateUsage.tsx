import calendar from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import chat from "@fluentui/svg-icons/icons/chat_16_regular.svg?icon";
import flash from "@fluentui/svg-icons/icons/flash_16_regular.svg?icon";
import history from "@fluentui/svg-icons/icons/history_16_regular.svg?icon";
import mail from "@fluentui/svg-icons/icons/mail_16_regular.svg?icon";
import cards from "@fluentui/svg-icons/icons/document_text_16_regular.svg?icon";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { TemplateId } from "@kartis/core/kernel/id.ts";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { laterInFocus } from "../../../lib/later.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { Link } from "../../../ui/actions/Link.tsx";
import styles from "../message-templates.module.css";
import { path, type Template, templatesOptions } from "../templates.ts";
import { useChangedBy } from "./useChangedBy.ts";

const VersionsDialog = laterInFocus(async () => (await import("./VersionsDialog.tsx")).VersionsDialog);

interface TemplateUsageProps {
  template: Template;
  /** Something is written that is not saved. */
  isDirty: boolean;
}

/** What the template is used for, and who changed it last. */
export function TemplateUsage({ template, isDirty }: TemplateUsageProps) {
  const t = useT();
  const format = useFormat();
  const changedBy = useChangedBy();
  const [isComparing, setComparing] = useState(false);
  const { id: templateId, kind, channel } = template;
  const words = channel === "sms" ? "messageTemplates.usageSms" : "messageTemplates.usage";
  const quiet = { staleTime: 0, meta: { quiet: true } } as const;
  const { data: usage } = useQuery(trpc.templates.usage.queryOptions({ templateId }, quiet));
  const { data: known } = useQuery(trpc.templates.versions.queryOptions({ templateId }, quiet));
  const [last] = known?.rows ?? [];
  return (
    <section className={styles.usage} aria-label={t("messageTemplates.usage")}>
      <h2>{t("messageTemplates.usage")}</h2>
      {usage?.ahead !== null && usage?.ahead !== undefined && kind && (
        <Row icon={calendar}>{t(`messageTemplates.usage.${subjectOf(kind)}`, { count: usage.ahead })}</Row>
      )}
      {usage?.sent !== null && usage?.sent !== undefined && (
        <Row
          icon={channel === "sms" ? chat : mail}
          end={usage.lastAt && t("messageTemplates.usage.last", { when: format.dateTime(usage.lastAt) })}
        >
          {usage.lastAt ? t(`${words}.sent`, { count: usage.sent }) : t(`${words}.never`)}
        </Row>
      )}
      {kind === null && isId("tpl", templateId) && <SentBy templateId={templateId} />}
      {kind && template.cardTypeId === null && <OwnTexts kind={kind} />}
      {last && (
        <div className={styles.usageRow}>
          <Icon of={history} />
          <span>{t("messageTemplates.versions.last", { name: changedBy(last), when: format.dateTime(last.at) })}</span>
          <span className={styles.usageEnd}>
            <Button size={28} variant="ghost" onPress={() => setComparing(true)}>
              {t("messageTemplates.versions.open")}
            </Button>
          </span>
        </div>
      )}
      {isComparing && known && (
        <VersionsDialog template={template} versions={known.rows} isDirty={isDirty} onClose={() => setComparing(false)} />
      )}
    </section>
  );
}

const subjectOf = (kind: NonNullable<Template["kind"]>) =>
  kind.startsWith("TASK") ? "task" : kind.endsWith("REMINDER") ? "meetingReminder" : "meeting";

function Row({ icon, end, children }: { icon: IconShape; end?: string | null | undefined; children: string }) {
  return (
    <div className={styles.usageRow}>
      <Icon of={icon} />
      <span>{children}</span>
      {end && <span className={`${styles.usageEnd} ${styles.quiet}`}>{end}</span>}
    </div>
  );
}

/** The automations that send it, each a way to it. */
function SentBy({ templateId }: { templateId: TemplateId }) {
  const t = useT();
  const mayRead = useCan()(["AUTOMATION", "read"]);
  const { data = [] } = useQuery(
    trpc.automations.ofTemplate.queryOptions(mayRead ? { templateId } : skipToken, { staleTime: 0, meta: { quiet: true } }),
  );
  if (data.length === 0) return null;
  return (
    <div className={styles.usageRow}>
      <Icon of={flash} />
      <span>
        {t("messageTemplates.usage.automations")}
        {data.map(({ automationId, name, isOn }) => (
          <span key={automationId}>
            {" "}
            <Link href={`/automations/${automationId}`}>
              <bdi>{name}</bdi>
            </Link>
            {!isOn && ` ${t("messageTemplates.usage.automationOff")}`}
          </span>
        ))}
      </span>
    </div>
  );
}

/** The types whose cards get another text, each a way to it. */
function OwnTexts({ kind }: { kind: NonNullable<Template["kind"]> }) {
  const t = useT();
  const { types = [] } = useCardTypes();
  const { data } = useQuery(templatesOptions());
  const own = (data?.templates ?? []).flatMap(({ id, kind: of, cardTypeId }) => {
    const type = of === kind && cardTypeId ? types.find((one) => one.id === cardTypeId) : undefined;
    return type ? [{ id, name: type.pluralName }] : [];
  });
  if (own.length === 0) return null;
  return (
    <div className={styles.usageRow}>
      <Icon of={cards} />
      <span>
        {t("messageTemplates.usage.types")}
        {own.map(({ id, name }) => (
          <span key={id}>
            {" "}
            <Link href={`${path}?template=${id}`}>
              <bdi>{name}</bdi>
            </Link>
          </span>
        ))}
      </span>
    </div>
  );
}
