import half from "@fluentui/svg-icons/icons/circle_half_fill_16_regular.svg?icon";
import type { FieldType } from "@kartis/core/cards/fields/registry.ts";
import type { IconShape } from "../../ui/display/Icon.tsx";
import type { FieldScreen } from "./screen.ts";
import { fieldScreens } from "./types/list.ts";

/** Display and editors of a field type. */
export const screenOf = (type: FieldType): FieldScreen => fieldScreens[type];

/** The type icon of a column's header; the status has its own. */
export const iconOf = (fieldId: string, type: FieldType): IconShape => (fieldId === "status" ? half : screenOf(type).icon);

/** Editors are fetched ahead, so that the first edit begins at once. */
export function preloadEditors(): void {
  for (const { icon, Display, Editor, Control } of Object.values<FieldScreen>(fieldScreens)) {
    icon.load?.().catch(() => undefined);
    void Display.preload?.();
    void Editor?.preload?.();
    void Control?.preload?.();
  }
}
