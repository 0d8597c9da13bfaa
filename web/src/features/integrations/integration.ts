import type { MessageKey } from "@kartis/i18n/messages.ts";
import type { ComponentType } from "react";
import type { Right } from "../../lib/permissions.ts";
import type { IconShape } from "../../ui/display/Icon.tsx";

export type IntegrationState = "connected" | "attention" | "off" | "notInPlan";

/** State of an integration, one line that explains it, and the label of the next step. */
export interface IntegrationStatus {
  readonly state: IntegrationState;
  readonly line: string;
  readonly action: string;
  /** Tries at once whether what has failed works again. */
  readonly retry?: { readonly label: string; readonly run: () => Promise<void> } | undefined;
}

/** A connection with an outside service: one file in a folder of its own, and one line in `list.ts`. */
export interface Integration {
  readonly id: string;
  readonly name: MessageKey;
  readonly about: MessageKey;
  readonly icon: IconShape;
  readonly group: MessageKey;
  /** Who finds it on the page, if not those who read the organization's settings. */
  readonly right?: Right;
  /** Undefined until it has loaded. */
  readonly useStatus: () => IntegrationStatus | undefined;
  /** Content of the drawer. */
  readonly Panel: ComponentType;
}
