import { currency } from "./currency.tsx";
import type { FieldScreen } from "../screen.ts";

export const accounting: FieldScreen = { ...currency };
