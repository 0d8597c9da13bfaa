import type { MessageKey } from "@kartis/i18n/messages.ts";
import type { Hue } from "../cards/fields/field.ts";
import type { FieldType } from "../cards/fields/registry.ts";

export interface OptionTemplate {
  readonly label: MessageKey;
  readonly hue: Hue;
}

export interface FieldTemplate {
  readonly key: string;
  readonly type: FieldType;
  readonly label: MessageKey;
  readonly options?: readonly OptionTemplate[];
  readonly required?: boolean;
  readonly displayed?: boolean;
  readonly group?: MessageKey;
  /** Card relations only: slugs of the template's types that it points at. */
  readonly relation?: { readonly to: readonly string[]; readonly many: boolean };
  readonly min?: number;
  readonly max?: number;
}

export interface CardTypeTemplate {
  readonly slug: string;
  readonly apiName: string;
  readonly name: MessageKey;
  readonly pluralName: MessageKey;
  readonly hue: Hue;
  readonly statusLabel?: MessageKey;
  readonly statuses?: readonly OptionTemplate[];
  /** Keys of the fields that identify a card. */
  readonly identifiers: readonly string[];
  readonly fields: readonly FieldTemplate[];
}

/** Content of a new organization: pure data whose texts are in the catalogue, so that it is in the organization's language from the start. */
export interface Template {
  readonly id: string;
  readonly cardTypes: readonly CardTypeTemplate[];
}
