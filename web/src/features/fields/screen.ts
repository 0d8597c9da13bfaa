import type { Field } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import type { Formatter } from "@kartis/i18n/format.ts";
import type { ComponentType, ReactNode } from "react";
import type { IconShape } from "../../ui/display/Icon.tsx";
import type { PlacedEditorProps } from "./editors/editing.ts";

export interface DisplayProps {
  field: Field;
  /** Not empty: the caller renders empty values. */
  value: unknown;
  /** In a list a value has one line; on the card it has its links and all of its digits. */
  place: "cell" | "card";
}

export interface FormControlProps {
  field: Field;
  /** Text where `isTyped`, else a value of the field; null for none. */
  value: unknown;
  onChange: (value: unknown) => void;
  label: string;
  isRequired: boolean;
  errorMessage: string | undefined;
  description: ReactNode;
  /** Asks for the value. */
  placeholder: string;
  /** The card it belongs to, or will. */
  cardId: CardId | undefined;
}

/** A component that may come in a chunk of its own (`later`), and can be fetched ahead then. */
type Part<Props> = ComponentType<Props> & { preload?: () => Promise<void> };

/** Display and editors of a field type. Its values are defined in core (`cards/fields/types`). */
export interface FieldScreen {
  readonly icon: IconShape;
  readonly Display: Part<DisplayProps>;
  /** Edits a value in its place. None where a press or Space turns it. */
  readonly Editor: Part<PlacedEditorProps> | null;
  /** Its control in a form; none for a line of text. */
  readonly Control?: Part<FormControlProps>;
  /** In a form it is text, which its definition parses when the form is submitted. */
  readonly isTyped: boolean;
  /** Takes the width of both columns of a form. */
  readonly isWide?: true;
  /** Default width of its column. */
  readonly columnWidth?: number;
  /** A value in a few words, where it is not its own. */
  readonly print?: (value: unknown, field: Field, format: Formatter) => string;
  /** Label of a group, if it is not displayed like a value. Never called without a value. */
  readonly GroupLabel?: ComponentType<{ field: Field; value: string | number }>;
}
