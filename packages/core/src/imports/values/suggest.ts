import type { Importable, TargetField } from "../rules.ts";
import type { Mapping } from "../schema.ts";

/** Usual column names in the four languages, by the key a field usually has. Folded: lower case, no spaces or signs. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  name: [
    "name",
    "fullname",
    "contactname",
    "company",
    "companyname",
    "customer",
    "customername",
    "client",
    "title",
    "שם",
    "שםמלא",
    "שםלקוח",
    "שםחברה",
    "לקוח",
    "név",
    "teljesnév",
    "cégnév",
    "ügyfél",
    "имя",
    "фио",
    "название",
    "компания",
    "клиент",
    "наименование",
  ],
  email: [
    "email",
    "emailaddress",
    "mail",
    "emails",
    "אימייל",
    "מייל",
    "דואל",
    "דואראלקטרוני",
    "emailcím",
    "почта",
    "элпочта",
    "электроннаяпочта",
    "емейл",
    "имейл",
  ],
  phone: [
    "phone",
    "phonenumber",
    "mobile",
    "mobilephone",
    "cell",
    "tel",
    "telephone",
    "טלפון",
    "נייד",
    "טלפוןנייד",
    "telefon",
    "telefonszám",
    "mobil",
    "телефон",
    "мобильный",
    "тел",
  ],
  status: ["status", "leadstatus", "stage", "סטטוס", "מצב", "státusz", "állapot", "статус", "этап"],
  owner: ["owner", "assignedto", "salesrep", "אחראי", "בעלים", "נציג", "felelős", "tulajdonos", "ответственный", "менеджер"],
  price: ["price", "amount", "value", "dealvalue", "מחיר", "סכום", "ár", "összeg", "цена", "сумма"],
  source: ["source", "leadsource", "מקור", "forrás", "источник"],
  website: ["website", "site", "url", "web", "אתר", "weboldal", "honlap", "сайт"],
  location: ["location", "address", "city", "כתובת", "עיר", "cím", "város", "адрес", "город"],
  notes: [
    "notes",
    "note",
    "comments",
    "description",
    "הערות",
    "הערה",
    "megjegyzés",
    "jegyzet",
    "заметки",
    "комментарий",
    "примечание",
  ],
  sku: ["sku", "productcode", "code", "מקט", "cikkszám", "артикул"],
  stock: ["stock", "quantity", "inventory", "מלאי", "כמות", "készlet", "остаток", "количество"],
};

/** A header in the form it is compared in: without case, spaces and signs. */
export const foldHeader = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** A field for each column: by its own name or key, then by its names in other languages and programs, then by usual column names. Each field once. */
export function suggestMapping({ fields }: Importable, headers: readonly string[]): Mapping {
  const taken = new Set<string>();
  const claim = (matches: (field: TargetField, header: string) => boolean) => (header: string) => {
    const field = header === "" ? undefined : fields.find((candidate) => !taken.has(candidate.id) && matches(candidate, header));
    if (field) taken.add(field.id);
    return field?.id;
  };
  const folded = headers.map(foldHeader);
  const byLabel = folded.map(claim(({ label, key }, header) => [label, key].some((name) => foldHeader(name) === header)));
  const claimOther = claim(({ alsoNamed = [] }, header) => alsoNamed.some((name) => foldHeader(name) === header));
  const byName = folded.map((header, column) => byLabel[column] ?? claimOther(header));
  const bySynonym = claim((field, header) => (synonyms[field.key] ?? []).some((word) => foldHeader(word) === header));
  return headers.map((_, column) => ({ column, fieldId: byName[column] ?? bySynonym(folded[column] ?? "") ?? null }));
}
