import cardTypes from "@fluentui/svg-icons/icons/apps_list_20_regular.svg?icon";
import building from "@fluentui/svg-icons/icons/building_20_regular.svg?icon";
import people from "@fluentui/svg-icons/icons/people_20_regular.svg?icon";
import shield from "@fluentui/svg-icons/icons/shield_keyhole_20_regular.svg?icon";
import archive from "@fluentui/svg-icons/icons/archive_20_regular.svg?icon";
import code from "@fluentui/svg-icons/icons/code_20_regular.svg?icon";
import history from "@fluentui/svg-icons/icons/history_20_regular.svg?icon";
import mail from "@fluentui/svg-icons/icons/mail_alert_20_regular.svg?icon";
import mailTemplate from "@fluentui/svg-icons/icons/mail_template_20_regular.svg?icon";
import person from "@fluentui/svg-icons/icons/person_20_regular.svg?icon";
import plug from "@fluentui/svg-icons/icons/plug_connected_20_regular.svg?icon";
import planIcon from "@fluentui/svg-icons/icons/receipt_20_regular.svg?icon";
import type { Feature } from "@kartis/core/kernel/feature.ts";
import type { MessageKey } from "@kartis/i18n/messages.ts";
import type { Right } from "../../lib/permissions.ts";
import type { IconShape } from "../../ui/display/Icon.tsx";

export interface SettingsPlace {
  readonly path: string;
  readonly label: MessageKey;
  /** One line of what is done there. */
  readonly line: MessageKey;
  readonly icon: IconShape;
  /** More words to find it by: names, which are the same in every language. */
  readonly names?: string;
  /** Without one, everybody may go there. */
  readonly right?: Right;
  /** The feature flag it is behind; without the feature the place is not there. */
  readonly feature?: Feature;
}

export interface SettingsGroup {
  readonly title: MessageKey;
  readonly places: readonly SettingsPlace[];
}

/** Everything under /settings, in the order of the panel and of the settings home: a new place is one line. */
const settingsGroups: readonly SettingsGroup[] = [
  {
    title: "settings.group.personal",
    places: [{ path: "/settings/user", label: "settings.user", line: "settings.user.line", icon: person }],
  },
  {
    title: "settings.group.organization",
    places: [
      {
        path: "/settings/organization",
        label: "settings.organization",
        line: "settings.organization.line",
        icon: building,
        right: ["ORGANIZATION", "read"],
      },
      {
        path: "/settings/members",
        label: "settings.members",
        line: "settings.members.line",
        icon: people,
        right: ["ORGANIZATION", "read"],
      },
      {
        path: "/settings/roles-and-permissions",
        label: "settings.roles",
        line: "settings.roles.line",
        icon: shield,
        right: ["ORGANIZATION", "update"],
      },
      {
        path: "/settings/plan-and-billing",
        label: "settings.plan",
        line: "settings.plan.line",
        icon: planIcon,
        right: ["ORGANIZATION", "read"],
      },
      {
        path: "/settings/outgoing",
        label: "settings.outgoing",
        line: "settings.outgoing.line",
        icon: mail,
        right: ["ORGANIZATION", "update"],
      },
      { path: "/settings/audit", label: "settings.audit", line: "settings.audit.line", icon: history, right: ["AUDIT", "read"] },
    ],
  },
  {
    title: "settings.group.workspace",
    places: [
      {
        path: "/settings/card-types",
        label: "settings.cardTypes",
        line: "settings.cardTypes.line",
        icon: cardTypes,
        right: ["CARD_TYPES", "update"],
      },
      {
        path: "/settings/integrations",
        label: "settings.integrations",
        line: "settings.integrations.line",
        icon: plug,
        names: "SMS, Gmail",
      },
      {
        path: "/settings/templates",
        label: "settings.templates",
        line: "settings.templates.line",
        icon: mailTemplate,
        right: ["TEMPLATES", "read"],
        feature: "content-templates",
      },
      {
        path: "/settings/api",
        label: "settings.api",
        line: "settings.api.line",
        icon: code,
        right: ["ORGANIZATION", "read"],
      },
      {
        path: "/settings/archive",
        label: "settings.archive",
        line: "settings.archive.line",
        icon: archive,
        right: ["STORAGE", "read"],
      },
    ],
  },
];

/** The places that there are with the organization's features. */
export const settingsWith = (features: readonly string[]): SettingsGroup[] =>
  settingsGroups.map((group) => ({
    ...group,
    places: group.places.filter(({ feature }) => !feature || features.includes(feature)),
  }));
