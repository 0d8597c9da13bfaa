import icon from "@fluentui/svg-icons/icons/wallet_16_regular.svg?icon-later";
import { currency } from "./currency.tsx";
import type { FieldScreen } from "../screen.ts";

export const accounting: FieldScreen = { ...currency, icon };
