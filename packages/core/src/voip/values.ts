import type { FieldContext } from "../cards/rules.ts";
import { phone } from "../cards/fields/types/phone.ts";
import { KartisError } from "../kernel/error.ts";
import type { CredentialField } from "./schema.ts";

type Values = Readonly<Record<string, string>>;

/** A provider dials so many telephones at once. */
const mostNumbers = 10;

/** Telephone numbers as they are stored: E.164, separated by commas. Undefined if one is none. */
function acceptNumbers(written: string, most: number, settings: FieldContext): string | undefined {
  const read = written.split(/[,;\n]/).map((one) => phone.accept(one, { options: [], ...settings }));
  const numbers = read.flatMap((one) => (one.ok && /^\+\d{7,15}$/.test(one.value) ? [one.value] : []));
  return numbers.length === read.length && numbers.length <= most ? [...new Set(numbers)].join(",") : undefined;
}

function accept({ kind }: CredentialField, value: string, settings: FieldContext): { value: string } | { wrong: string } {
  if (kind === "check") return { value: value === "yes" ? value : "" };
  if (value === "") return { wrong: "validation.required" };
  if (kind === "secret" || kind === "text")
    // They are sent in addresses and headers, which allow only these characters.
    return /^[\x21-\x7e]+$/.test(value) ? { value } : { wrong: "validation.voipValue" };
  const numbers = acceptNumbers(value, kind === "number" ? 1 : mostNumbers, settings);
  return numbers === undefined ? { wrong: `validation.voip${kind === "number" ? "Number" : "Numbers"}` } : { value: numbers };
}

/**
 * What a provider's form has asked for. A secret that is not given stays as it is stored. Throws INVALID_INPUT that names the fields.
 * @param kept what is stored
 */
export function acceptValues(fields: readonly CredentialField[], given: Values, kept: Values, settings: FieldContext): Values {
  const accepted = fields.map((field) => {
    const stored = kept[field.name] ?? "";
    const value = field.kind === "secret" ? given[field.name] || stored : (given[field.name] ?? stored);
    return [field.name, accept(field, value, settings)] as const;
  });
  const wrong = accepted.flatMap(([name, one]) => ("wrong" in one ? [[`values.${name}`, one.wrong]] : []));
  if (wrong.length > 0) throw new KartisError("INVALID_INPUT", { fields: Object.fromEntries(wrong) });
  return Object.fromEntries(accepted.map(([name, one]) => [name, "value" in one ? one.value : ""]));
}
