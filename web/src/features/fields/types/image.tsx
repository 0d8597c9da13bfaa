import icon from "@fluentui/svg-icons/icons/image_16_regular.svg?icon-later";
import type { FieldScreen } from "../screen.ts";
import { file } from "./file.tsx";

export const image: FieldScreen = { ...file, icon };
