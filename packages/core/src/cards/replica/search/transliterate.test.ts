import { describe, expect, it } from "vitest";
import { fold, words } from "../../../kernel/fold.ts";
import { joinPhoneDigits, phoneForms } from "./phone-forms.ts";
import { scriptOf, skeletons } from "./transliterate.ts";
import { editDistance } from "./typos.ts";

const keys = (name: string) => words(name).flatMap((word) => skeletons(word, scriptOf(word)));
const meet = (a: string, b: string) => keys(a).some((key) => keys(b).includes(key));

describe("names across scripts", () => {
  it.each([
    ["כהן", "Cohen", "Коэн"],
    ["לוי", "Levi", "Леви"],
    ["דוד", "David", "Давид"],
    ["יוסף", "Yosef", "Иосиф"],
    ["מיכאל", "Michael", "Михаил"],
    ["חיים", "Haim", "Хаим"],
    ["חיים", "Chaim", "Хаим"],
    ["רחל", "Rachel", "Рахель"],
    ["שרון", "Sharon", "Шарон"],
    ["גולדברג", "Goldberg", "Гольдберг"],
    ["ויצמן", "Weizmann", "Вейцман"],
    ["מרים", "Miriam", "Мириам"],
    ["סבו", "Szabó", "Сабо"],
    ["יצחק", "Itzhak", "Ицхак"],
    ["צ'רנוב", "Chernov", "Чернов"],
    ["קסניה", "Xenia", "Ксения"],
  ])("%s, %s and %s meet", (hebrew, latin, cyrillic) => {
    expect([meet(hebrew, latin), meet(latin, cyrillic), meet(hebrew, cyrillic)]).toEqual([true, true, true]);
  });

  it.each([
    ["כהן", "Levi"],
    ["Miriam", "Мартин"],
    ["Петров", "Peretz"],
    ["דוד", "Daniel"],
  ])("%s and %s do not", (a, b) => {
    expect(meet(a, b)).toBe(false);
  });

  it("gives no key to words with hardly a consonant, to digits and to other scripts", () => {
    expect(["Leo", "אי", "2024", "東京", "Ó"].flatMap(keys)).toEqual([]);
  });
});

describe("folding", () => {
  it.each([
    ["Árvíztűrő", "arvizturo"],
    ["שָׁלוֹם", "שלומ"],
    ["ЁЛКА", "елка"],
    ["Łódź Straße", "lodz strasse"],
    ["ＦＵＬＬ", "full"],
    ["\u200fabc\u200e", "abc"],
  ])("%s is %s", (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it("keeps an apostrophe or gershayim from splitting a word", () => {
    expect(words(`O'Hara, צה״ל ו"ג'ון"`)).toEqual(["ohara", "צהל", "וגונ"]);
  });
});

describe("phones", () => {
  it.each([
    ["+972502345678", ["972502345678", "0502345678"]],
    ["+36301234567", ["36301234567", "06301234567"]],
    ["+79161234567", ["79161234567", "89161234567"]],
    ["+12025550123", ["12025550123"]],
    ["+442071234567;ext=12", ["442071234567", "02071234567"]],
    ["*1234", ["1234"]],
  ])("%s is looked for as %j", (phone, forms) => {
    expect(phoneForms(phone)).toEqual(forms);
  });

  it.each([
    ["050-234-5678", "0502345678"],
    ["+972 (50) 234.56.78", "972502345678"],
    ["050", "050"],
    ["05 02", "0502"],
    ["dana 050-234-5678", "dana 0502345678"],
    ["flat 12 450", "flat 12 450"],
  ])("%s is read as %s", (query, read) => {
    expect(joinPhoneDigits(query)).toBe(read);
  });
});

it("counts typing errors", () => {
  const of = (a: string, b: string) => editDistance(a, b, 2);
  expect([of("miriam", "mirjam"), of("goldberg", "goldbreg"), of("cohen", "cohn"), of("levi", "levi"), of("abc", "xyz")]).toEqual(
    [1, 1, 1, 0, 3],
  );
});
