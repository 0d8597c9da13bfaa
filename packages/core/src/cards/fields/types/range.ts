import type { FieldDefinition } from "../field.ts";
import { number } from "./number.ts";

/** A number between two bounds. */
export const range: FieldDefinition<number> = { ...number, identifying: false };
