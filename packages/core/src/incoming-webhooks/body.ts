import { type Values, valuesOf } from "./rules.ts";

/**
 * The values of a call's body, which is JSON or a form, as its content type says; JSON where it says nothing known. Undefined if it cannot be read or has no
 * values. Files of a form are left out.
 */
export async function readBody(body: Buffer, contentType: string): Promise<Values | undefined> {
  try {
    const parsed = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType)
      ? await readForm(body, contentType)
      : readJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
    const values = valuesOf(parsed);
    return values.length > 0 ? values : undefined;
  } catch {
    return undefined;
  }
}

/** A whole number of more digits than a double has, such as the id of a lead or an advertisement, is the text that it is written as. */
const readJson = (text: string): unknown =>
  JSON.parse(text, (_name, value: unknown, written?: { readonly source?: string }) =>
    typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) ? (written?.source ?? value) : value,
  );

/** A field that occurs several times is a list. */
async function readForm(body: Buffer, contentType: string): Promise<unknown> {
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": contentType } }).formData();
  const texts = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (typeof value !== "string") continue;
    const known = texts.get(name);
    if (known) known.push(value);
    else texts.set(name, [value]);
  }
  return Object.fromEntries([...texts].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}
