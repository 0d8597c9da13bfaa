import type { Field } from "@kartis/core/cards/schema.ts";

/** Range and position of a slider for the field. Without bounds it is a percentage. */
export function boundsOf({ min, max }: Field, text: string): { minValue: number; maxValue: number; step: number; value: number } {
  const minValue = min ?? Math.min(0, max ?? 0);
  const maxValue = Math.max(max ?? minValue + 100, minValue);
  const isWhole = Number.isInteger(minValue) && Number.isInteger(maxValue) && maxValue - minValue > 2;
  const number = Number(text);
  const value = text.trim() !== "" && Number.isFinite(number) ? Math.min(maxValue, Math.max(minValue, number)) : minValue;
  return { minValue, maxValue, step: isWhole ? 1 : 0.01, value };
}
