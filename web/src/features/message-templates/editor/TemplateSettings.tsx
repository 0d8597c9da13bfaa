import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { Switch } from "../../../ui/inputs/Switch.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { rolesOptions } from "../../roles/roles.ts";
import styles from "../message-templates.module.css";
import type { Draft, Template } from "../templates.ts";

interface TemplateSettingsProps {
  template: Omit<Template, "id">;
  draft: Draft;
  isNew: boolean;
  nameProblem: string | undefined;
  onChange: (part: Partial<Draft>) => void;
  onChannel: (channel: Template["channel"]) => void;
  onType: (cardTypeId: Template["cardTypeId"]) => void;
}

const everything = "all";

/** What a template is besides its texts: its name, for what and whom it is, and whether it is sent. */
export function TemplateSettings({ template, draft, isNew, nameProblem, onChange, onChannel, onType }: TemplateSettingsProps) {
  const t = useT();
  const can = useCan();
  const { types = [] } = useCardTypes();
  const { kind, canUpdate } = template;
  const { data: known } = useQuery({ ...rolesOptions(), enabled: kind === null && can(["ROLES", "read"]) });
  // They may be known from another template; what Kartis sends is for nobody's role.
  const roles = kind === null ? known : undefined;
  const isReadOnly = !canUpdate;
  return (
    <div className={styles.settings}>
      {!kind && (
        <TextField
          label={t("messageTemplates.name")}
          value={draft.name}
          onChange={(name) => onChange({ name })}
          maxLength={100}
          isRequired
          // A new one begins with its name, by whichever way it was asked for.
          autoFocus={isNew}
          isReadOnly={isReadOnly}
          errorMessage={nameProblem}
        />
      )}
      <Select
        label={t("messageTemplates.scope")}
        options={[
          { id: everything, label: t("messageTemplates.allTypes") },
          ...types.map((type) => ({ id: type.id, label: type.pluralName })),
        ]}
        value={(kind ? template.cardTypeId : draft.cardTypeId) ?? everything}
        onChange={(chosen) => onType(types.find(({ id }) => id === chosen)?.id ?? null)}
        isDisabled={isReadOnly && !kind}
      />
      {roles && (
        <Select
          label={t("messageTemplates.role")}
          options={[
            { id: everything, label: t("messageTemplates.allRoles") },
            ...roles.map((role) => ({ id: role.id, label: role.name })),
          ]}
          value={draft.roleId ?? everything}
          onChange={(chosen) => onChange({ roleId: roles.find(({ id }) => id === chosen)?.id ?? null })}
          isDisabled={isReadOnly}
        />
      )}
      {isNew && (
        <div className={styles.format}>
          <SegmentedControl
            label={t("messageTemplates.channel")}
            options={[
              { id: "mail", label: t("messageTemplates.channel.mail") },
              { id: "sms", label: t("messageTemplates.channel.sms") },
            ]}
            value={template.channel}
            onChange={onChannel}
          />
        </div>
      )}
      {!isReadOnly && template.channel === "mail" && (
        <div className={styles.format}>
          <SegmentedControl
            label={t("messageTemplates.format")}
            options={[
              { id: "rich", label: t("messageTemplates.format.rich") },
              { id: "plain", label: t("messageTemplates.format.plain") },
            ]}
            value={draft.format}
            onChange={(format) => onChange({ format })}
          />
        </div>
      )}
      {kind && (
        <Switch isSelected={draft.isOn} isDisabled={isReadOnly} onChange={(isOn) => onChange({ isOn })}>
          {t(`messageTemplates.sends.${template.channel === "sms" ? "sms" : kind.startsWith("TASK") ? "task" : "meeting"}`)}
        </Switch>
      )}
    </div>
  );
}
