import type { MessageKey } from "@kartis/i18n/messages.ts";
import type { ComponentType } from "react";
import type { IconShape } from "../../ui/display/Icon.tsx";

export type IntegrationState = "connected" | "attention" | "off" | "notInPlan";

/** How an integration is doing: its state, one line that says more, and the verb that goes on from there. */
export interface IntegrationStatus {
  readonly state: IntegrationState;
  readonly line: string;
  readonly action: string;
}

/** A connection with the outside world: one file in a folder of its own, and one line in `list.ts`. */
export interface Integration {
  readonly id: string;
  readonly name: string;
  readonly about: MessageKey;
  readonly icon: IconShape;
  readonly group: MessageKey;
  /** Undefined until it is known. */
  readonly useStatus: () => IntegrationStatus | undefined;
  /** What is set up and seen in the drawer. */
  readonly Panel: ComponentType;
}
