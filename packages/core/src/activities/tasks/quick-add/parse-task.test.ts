import fc from "fast-check";
import { processorTime } from "@kartis/tests/support/processor-time.ts";
import { describe, expect, it } from "vitest";
import { type Language, languages } from "@kartis/i18n/languages.ts";
import { RuleSchema } from "../../recurrence/schema.ts";
import { parseTask, type QuickAdd } from "./parse-task.ts";
import { firstDue, ruleOf } from "./repeat.ts";

const members = [
  { id: "usr_noa", name: "Noa Adler" },
  { id: "usr_noam", name: "Noam Bar" },
  { id: "usr_daniel", name: "Kovács Dániel" },
  { id: "usr_nechama", name: "נֶחָמָה לוי" },
  { id: "usr_anna", name: "Анна Королёва" },
  { id: "usr_levi1", name: "Dana Levi" },
  { id: "usr_levi2", name: "Omer Levi" },
];

/** A Wednesday morning. */
const quickAdd = (language: Language, changes: Partial<QuickAdd> = {}): QuickAdd => ({
  language,
  today: "2026-11-25",
  now: "09:30",
  region: language === "hu" ? "HU" : "IL",
  members,
  ...changes,
});

/** The title, and each value by its kind. */
function read(text: string, options: QuickAdd) {
  const { title, tokens } = parseTask(text, options);
  const due = tokens.flatMap(({ kind, value }) => (kind === "due" ? [value] : []))[0];
  const assignee = tokens.find(({ kind }) => kind === "assignee")?.value;
  const priority = tokens.find(({ kind }) => kind === "priority")?.value;
  return [title, due && [due.day.slice(5), due.time].filter((part) => part !== null).join(" "), priority, assignee].map(
    (value) => value ?? "",
  );
}

const table = (cases: readonly (readonly [language: Language, text: string, title: string, due: string])[]) =>
  it.each(cases)("%s: %s", (language, text, title, due) => {
    expect(read(text, quickAdd(language)).slice(0, 2)).toEqual([title, due]);
  });

describe("the whole line", () => {
  it.each<[Language, string, string, string, string, string]>([
    ["en", "call Dana tomorrow 10:00 #high @noa", "call Dana", "11-26 10:00", "HIGH", "usr_noa"],
    ["he", "להתקשר לדנה מחר ב-10 #גבוהה @נחמה", "להתקשר לדנה", "11-26 10:00", "HIGH", "usr_nechama"],
    ["hu", "hívni Danát holnap 10-kor #magas @dani", "hívni Danát", "11-26 10:00", "HIGH", "usr_daniel"],
    ["ru", "позвонить Дане завтра в 10 #высокий @анна", "позвонить Дане", "11-26 10:00", "HIGH", "usr_anna"],
    ["ru", "call Dana tomorrow 10:00 #low @noa", "call Dana", "11-26 10:00", "LOW", "usr_noa"],
    // Whoever writes Hebrew or Russian means it, in an interface of any language.
    ["en", "להתקשר לדנה מחר ב-10 #גבוהה @נחמה", "להתקשר לדנה", "11-26 10:00", "HIGH", "usr_nechama"],
    ["en", "שיחה עם Dana מחר 10:00 בערב", "שיחה עם Dana", "11-26 22:00", "", ""],
    ["hu", "позвонить Дане завтра в 10 #высокий @анна", "позвонить Дане", "11-26 10:00", "HIGH", "usr_anna"],
    ["ru", "позвонить דנה завтра в 10 вечера", "позвонить דנה", "11-26 22:00", "", ""],
    ["he", "позвонить завтра в 10 вечера", "позвонить", "11-26 22:00", "", ""],
  ])("%s: %s", (language, text, ...expected) => {
    expect(read(text, quickAdd(language))).toEqual(expected);
  });

  it.each<[Language, string, string, string, string | undefined]>([
    ["en", "Oren & Peretz", "Call Oren & Peretz tomorrow", "Call Oren & Peretz", "Oren & Peretz"],
    ["en", "Monday Ltd", "call monday ltd. today", "call monday ltd.", "monday ltd."],
    ["en", "Dana Levi", "Call Dana about Levi", "Call Dana about Levi", undefined],
    ["en", "Dana", "Call Dana, then Dana again", "Call Dana, then Dana again", "Dana"],
    ["en", "Friday", "Call on Friday", "Call", undefined],
    ["he", "דנה לוי", "להתקשר לדנה לוי מחר", "להתקשר לדנה לוי", "לדנה לוי"],
    ["ru", "Королёва", "позвонить королева завтра", "позвонить королева", "королева"],
  ])("%s: the card %s in “%s”, whose name stays in the title", (language, name, text, title, token) => {
    const parsed = parseTask(text, quickAdd(language, { card: { id: "crd_1", name } }));
    expect(parsed.title).toBe(title);
    expect(parsed.tokens.find(({ kind }) => kind === "card")).toEqual(
      token && expect.objectContaining({ text: token, value: "crd_1" }),
    );
  });

  it("leaves a card's name to the words when it was turned back into them", () => {
    const options = quickAdd("en", { card: { id: "crd_1", name: "Monday Ltd" }, asWords: ["Monday Ltd"] });
    expect(parseTask("Call Monday Ltd", options)).toMatchObject({ title: "Call Monday Ltd", tokens: [] });
  });

  it("says where each part is", () => {
    const text = "Call Dana tomorrow 10:00 #high @noa";
    const { tokens } = parseTask(text, quickAdd("en"));
    expect(tokens).toEqual([
      { kind: "due", from: 10, to: 24, text: "tomorrow 10:00", value: { day: "2026-11-26", time: "10:00" } },
      { kind: "priority", from: 25, to: 30, text: "#high", value: "HIGH" },
      { kind: "assignee", from: 31, to: 35, text: "@noa", value: "usr_noa" },
    ]);
  });

  it("a day and a time apart from each other are one date", () => {
    const { title, tokens } = parseTask("tomorrow call Dana at 10", quickAdd("en"));
    const value = { day: "2026-11-26", time: "10:00" };
    expect(title).toBe("call Dana");
    expect(tokens).toMatchObject([
      { kind: "due", text: "tomorrow", value },
      { kind: "due", text: "at 10", value },
    ]);
  });

  it("what was turned back into words stays in the title", () => {
    const text = "watch Tomorrow never dies friday @noa";
    expect(read(text, quickAdd("en", { asWords: ["Tomorrow", "@noa"] }))).toEqual([
      "watch Tomorrow never dies @noa",
      "11-27",
      "",
      "",
    ]);
  });
});

describe("when it is due", () => {
  table([
    ["en", "today", "", "11-25"],
    ["en", "Report by the day after tomorrow", "Report", "11-27"],
    ["en", "call on Friday", "call", "11-27"],
    ["en", "call Wednesday", "call", "12-02"],
    ["en", "call this friday", "call", "11-27"],
    ["en", "call next friday", "call", "12-04"],
    ["en", "in 3 days call", "call", "11-28"],
    ["en", "call in two weeks", "call", "12-09"],
    ["en", "call a week from now", "call", "12-02"],
    ["en", "call next month", "call", "12-25"],
    ["en", "Fix in 90 minutes", "Fix", "11-25 11:00"],
    ["en", "Fix in 20 hours", "Fix", "11-26 05:30"],
    ["en", "pay on 3.12", "pay", "12-03"],
    ["en", "pay 3/12", "pay", "12-03"],
    ["en", "pay 3/11", "pay", "11-03"],
    ["en", "pay 12/24", "pay", "12-24"],
    ["en", "pay by 2026-12-03", "pay", "12-03"],
    ["en", "pay 3 Dec", "pay", "12-03"],
    ["en", "pay Dec 3rd, 2026 in cash", "pay in cash", "12-03"],
    ["en", "pay on the 3rd of December", "pay", "12-03"],
    ["en", "call 10:00", "call", "11-25 10:00"],
    ["en", "call 9:30", "call", "11-26 09:30"],
    ["en", "call at 10", "call", "11-25 10:00"],
    ["en", "call 10am Friday", "call", "11-27 10:00"],
    ["en", "call at 3:15 pm", "call", "11-25 15:15"],
    ["en", "call tomorrow at 3 in the afternoon", "call", "11-26 15:00"],
    ["en", "dinner tonight at 8", "dinner", "11-25 20:00"],
    ["en", "call at noon", "call", "11-25 12:00"],
    ["en", "meet at 9.30 with Dana", "meet with Dana", "11-26 09:30"],
    ["en", "send by 18:00 Friday", "send", "11-27 18:00"],
    ["en", "see you @ 10", "see you", "11-25 10:00"],
    ["en", "next week Tuesday call", "call", "12-01"],
    ["en", "call Tuesday next week", "call", "12-01"],
    ["en", "call Thursday, 3 December at 10", "call", "12-03 10:00"],
    ["en", "call 3 December, Thursday", "call", "12-03"],
    ["en", "call 3 December, Friday", "call, Friday", "12-03"],
    ["en", "in half an hour", "", "11-25 10:00"],
    ["he", "היום לבדוק", "לבדוק", "11-25"],
    ["he", "לבדוק מחרתיים", "לבדוק", "11-27"],
    ["he", "עד יום שישי לשלוח", "לשלוח", "11-27"],
    ["he", "פגישה ביום ה׳ ב־14:30", "פגישה", "11-26 14:30"],
    ["he", "פגישה בשלישי", "פגישה", "12-01"],
    ["he", "ביום ראשון הבא", "", "12-06"],
    ["he", "בעוד 3 ימים לבדוק", "לבדוק", "11-28"],
    ["he", "לבדוק בעוד שבועיים", "לבדוק", "12-09"],
    ["he", "לבדוק עוד יומיים", "לבדוק", "11-27"],
    ["he", "לשלם עד ה-3 בדצמבר", "לשלם", "12-03"],
    ["he", "לשלם ב-3.12", "לשלם", "12-03"],
    ["he", "מחר ב10 להתקשר לדנה", "להתקשר לדנה", "11-26 10:00"],
    ["he", "פגישה בשעה 10 עם דנה", "פגישה עם דנה", "11-25 10:00"],
    ["he", "ארוחה מחר בערב ב-8", "ארוחה", "11-26 20:00"],
    ["he", "לשלוח ב-7 בערב", "לשלוח", "11-25 19:00"],
    ["he", "פגישה ביום חמישי ה-3.12 בשעה 10", "פגישה", "12-03 10:00"],
    ["he", "יום שישי בשבוע הבא", "", "12-04"],
    ["he", "יום ב 9:00", "", "11-30 09:00"],
    ["hu", "ma hívni", "hívni", "11-25"],
    ["hu", "Ajánlat holnaputánra", "Ajánlat", "11-27"],
    ["hu", "Ajánlat pentekig", "Ajánlat", "11-27"],
    ["hu", "jövő pénteken riport", "riport", "12-04"],
    ["hu", "3 nap múlva hívni", "hívni", "11-28"],
    ["hu", "két hét múlva hívni", "hívni", "12-09"],
    ["hu", "Számla 2026. 12. 3.", "Számla", "12-03"],
    ["hu", "Számla 12. 3-án", "Számla", "12-03"],
    ["hu", "Számla dec. 3-ig kész", "Számla kész", "12-03"],
    ["hu", "Találkozó december 3. 10 órakor", "Találkozó", "12-03 10:00"],
    ["hu", "hívni este 8-kor", "hívni", "11-25 20:00"],
    ["hu", "kész 10:00-ra", "kész", "11-25 10:00"],
    ["hu", "jövő hét kedden", "", "12-01"],
    ["hu", "holnap 10 óra", "", "11-26 10:00"],
    ["hu", "fél óra múlva", "", "11-25 10:00"],
    ["hu", "2026. december 3., csütörtök", "", "12-03"],
    ["ru", "сегодня проверить", "проверить", "11-25"],
    ["ru", "Отправить договор до пятницы", "Отправить договор", "11-27"],
    ["ru", "встреча в следующую пятницу", "встреча", "12-04"],
    ["ru", "во вторник в 7 вечера ужин", "ужин", "12-01 19:00"],
    ["ru", "через неделю проверить", "проверить", "12-02"],
    ["ru", "через 3 дня проверить", "проверить", "11-28"],
    ["ru", "звонок 3-го декабря", "звонок", "12-03"],
    ["ru", "встреча 3 дек. в 10.30 с Даной", "встреча с Даной", "12-03 10:30"],
    ["ru", "звонок в 3 часа дня", "звонок", "11-25 15:00"],
    ["ru", "завтра в 10 позвонить Дане", "позвонить Дане", "11-26 10:00"],
    ["ru", "перенести на 10:00", "перенести", "11-25 10:00"],
    ["ru", "на следующей неделе во вторник созвон", "созвон", "12-01"],
    ["ru", "сдать не позднее 5 декабря", "сдать", "12-05"],
    ["ru", "сегодня вечером в 8 ужин", "ужин", "11-25 20:00"],
  ]);

  it("month first where the region writes it so", () => {
    expect(read("pay 12/3", quickAdd("en", { region: "US" }))).toEqual(["pay", "12-03", "", ""]);
    expect(read("pay 12/3", quickAdd("en"))).toEqual(["pay", "03-12", "", ""]);
  });

  it("next week begins where the calendar does", () => {
    const sunday = { today: "2026-11-22" };
    expect(read("next monday", quickAdd("en", { ...sunday, weekStart: 1 }))[1]).toBe("11-23");
    expect(read("next monday", quickAdd("en", { ...sunday, weekStart: 0 }))[1]).toBe("11-30");
  });

  it("29 February is in the next year that has one", () => {
    const { tokens } = parseTask("29 feb", quickAdd("en"));
    expect(tokens).toMatchObject([{ value: { day: "2028-02-29", time: null } }]);
  });
});

describe("what only looks like a date", () => {
  it.each<[Language, string]>([
    ["en", "buy 2.5 kg of clamps"],
    ["en", "sat with him, sun cream"],
    ["en", "10 morning calls"],
    ["en", "Black Friday banners"],
    ["en", "version 1.2.3.4"],
    ["en", "31.2.2027 and 12345"],
    ["en", "write to dana@friday.com"],
    ["en", "pages 3-12, ratio 16:9:1"],
    ["en", "in days of old"],
    ["en", "1/2 inch pipes, 24/7"],
    ["he", "שלב שני של הפרויקט"],
    ["he", "לקנות ב-10 שקלים"],
    ["he", "פגישה בראשון לציון"],
    ["he", "שבת שלום"],
    ["hu", "asztal 4-re"],
    ["hu", "ajánlat 15-ig"],
    ["ru", "разослать в 10 магазинов"],
    ["ru", "снять номер на 3 дня"],
    ["ru", "работа 10 часов"],
    ["ru", "в 2 раза больше"],
  ])("%s: %s", (language, text) => {
    expect(parseTask(text, quickAdd(language))).toMatchObject({ title: text, tokens: [] });
  });
});

describe("priorities", () => {
  it.each<[Language, string, string]>([
    ["en", "#high", "HIGH"],
    ["en", "#HIGH", "HIGH"],
    ["en", "#h", "HIGH"],
    ["en", "#1", "HIGH"],
    ["en", "#2", "MEDIUM"],
    ["en", "#3", "LOW"],
    ["en", "#urgent", "HIGH"],
    ["en", "#m", "MEDIUM"],
    ["he", "#בינונית", "MEDIUM"],
    ["he", "#נ", "LOW"],
    ["he", "#דחוף", "HIGH"],
    ["hu", "#m", "HIGH"],
    ["hu", "#sürgős", "HIGH"],
    ["hu", "#surgos", "HIGH"],
    ["hu", "#medium", "MEDIUM"],
    ["ru", "#с", "MEDIUM"],
    ["ru", "#срочно", "HIGH"],
    ["ru", "#низкий", "LOW"],
    ["ru", "#low", "LOW"],
  ])("%s: %s", (language, text, priority) => {
    expect(read(`x ${text}`, quickAdd(language))).toEqual(["x", "", priority, ""]);
  });

  it.each(["#", "#4", "#12", "#milestone", "#highest", "a#high", "##high"])("%s is none", (text) => {
    expect(parseTask(text, quickAdd("en")).tokens).toEqual([]);
  });
});

describe("reminders", () => {
  const reminderOf = (text: string, language: Language) => {
    const { title, tokens } = parseTask(text, quickAdd(language));
    return [title, tokens.flatMap(({ kind, value }) => (kind === "reminder" ? [value] : []))[0]];
  };
  it.each<[Language, string, string, number]>([
    ["en", "call Dana tomorrow 10:00 remind 10 min before", "call Dana", 10],
    ["en", "call Dana, remind me an hour before, tomorrow", "call Dana", 60],
    ["en", "call Dana tomorrow, remind me a quarter of an hour before", "call Dana", 15],
    ["en", "Report friday reminder half an hour earlier", "Report", 30],
    ["en", "Report remind 15min before friday", "Report", 15],
    ["en", "Report remind me 1 day in advance", "Report", 1_440],
    ["he", "להתקשר לדנה מחר ב-10 תזכורת 10 דקות לפני", "להתקשר לדנה", 10],
    ["he", "להתקשר מחר תזכורת שעה לפני", "להתקשר", 60],
    ["he", "תזכיר לי חצי שעה מראש להתקשר", "להתקשר", 30],
    ["he", "call remind 5 minutes before", "call", 5],
    ["hu", "hívni Danát holnap 10-kor emlékeztető 10 perccel előtte", "hívni Danát", 10],
    ["hu", "emlékeztess egy órával előbb riport", "riport", 60],
    ["hu", "riport emlékezteto fél órával korábban", "riport", 30],
    ["ru", "позвонить Дане завтра в 10 напомнить за 10 минут", "позвонить Дане", 10],
    ["ru", "отчёт напомни мне за час до этого", "отчёт", 60],
    ["ru", "отчёт напоминание за полчаса", "отчёт", 30],
    ["ru", "отчёт напомнить за день", "отчёт", 1_440],
  ])("%s: %s", (language, text, title, minutes) => {
    expect(reminderOf(text, language)).toEqual([title, minutes]);
  });

  it("of a day goes with the day that follows it", () => {
    const { tokens } = parseTask("Report remind 1 day before friday", quickAdd("en"));
    expect(tokens.map(({ kind, text }) => [kind, text])).toEqual([
      ["reminder", "remind 1 day before"],
      ["due", "friday"],
    ]);
  });

  it.each<[Language, string]>([
    ["en", "remind 20 min before"],
    ["en", "remind Dana before lunch"],
    ["en", "remind me"],
    ["en", "remind 10 min"],
    ["en", "remind 10, min before"],
    ["en", "remind 99999 min before"],
    ["en", "10 min before"],
    ["he", "תזכורת לדנה לפני הישיבה"],
    ["hu", "emlékeztető a szerződésről"],
    ["ru", "напомнить Дане за обедом"],
  ])("%s: %s is none", (language, text) => {
    expect(parseTask(text, quickAdd(language))).toMatchObject({ title: text, tokens: [] });
  });

  it("the second of two stays in the title", () => {
    expect(reminderOf("x remind 5 min before remind 10 min before", "en")).toEqual(["x remind 10 min before", 5]);
  });
});

describe("repetitions", () => {
  const weekly = (every: number, ...weekdays: string[]) => ({ frequency: "week", every, weekdays, weekStart: "SU" });
  const monthly = (every: number, day: number) => ({ frequency: "month", every, on: { by: "day", day } });

  /** The title, the first date, and the rule without its end. */
  function repeated(text: string, language: Language, changes: Partial<QuickAdd> = {}) {
    const { title, due, tokens } = parseTask(text, quickAdd(language, changes));
    const said = tokens.find(({ kind }) => kind === "repeat");
    const rule = said?.kind === "repeat" && due ? ruleOf(said.value, due.day, "SU") : undefined;
    const { ends, ...kept } = rule ?? {};
    expect(ends).toEqual(rule && { type: "never" });
    return [title, due && [due.day.slice(5), due.time].filter((part) => part !== null).join(" "), kept];
  }

  it.each<[Language, string, string, string, object]>([
    ["en", "Water plants every Thursday", "Water plants", "11-26", weekly(1, "TH")],
    ["en", "Water plants every wednesday", "Water plants", "11-25", weekly(1, "WE")],
    ["en", "Water plants every wed at 9", "Water plants", "12-02 09:00", weekly(1, "WE")],
    ["en", "every monday report", "report", "11-30", weekly(1, "MO")],
    ["en", "every Friday at 10 call Dana", "call Dana", "11-27 10:00", weekly(1, "FR")],
    ["en", "at 10 every Friday call Dana", "call Dana", "11-27 10:00", weekly(1, "FR")],
    ["en", "Report every Mon, Wed and Sun 9:00 #high", "Report", "11-29 09:00", weekly(1, "MO", "WE", "SU")],
    ["en", "Report on Mondays and Thursdays", "Report", "11-26", weekly(1, "MO", "TH")],
    ["en", "Report every Thursday from 1 December", "Report from", "12-03", weekly(1, "TH")],
    ["en", "Call every 2 weeks", "Call", "11-25", weekly(2, "WE")],
    ["en", "Call every two weeks on Tuesday", "Call", "12-01", weekly(2, "TU")],
    ["en", "Call every other Thursday", "Call", "11-26", weekly(2, "TH")],
    ["en", "Call every 2nd week", "Call", "11-25", weekly(2, "WE")],
    ["en", "Call tomorrow every week", "Call", "11-26", weekly(1, "TH")],
    ["en", "Invoice every month", "Invoice", "11-25", monthly(1, 25)],
    ["en", "Invoice every month on the 1st", "Invoice", "12-01", monthly(1, 1)],
    ["en", "Invoice every month on the 31st", "Invoice", "12-31", monthly(1, 31)],
    ["en", "Invoice every 3 months on 5 December", "Invoice", "12-05", monthly(3, 5)],
    ["en", "Invoice every quarter", "Invoice", "11-25", monthly(3, 25)],
    ["en", "Renew every year on 3 Dec", "Renew", "12-03", { frequency: "year", every: 1, month: 12, on: { by: "day", day: 3 } }],
    ["en", "Standup daily at 9:45", "Standup", "11-25 09:45", { frequency: "day", every: 1 }],
    ["en", "Standup daily 9:15", "Standup", "11-26 09:15", { frequency: "day", every: 1 }],
    ["en", "Standup every weekday", "Standup", "11-25", weekly(1, "MO", "TU", "WE", "TH", "SU")],
    ["he", "להתקשר כל יום חמישי", "להתקשר", "11-26", weekly(1, "TH")],
    ["he", "להתקשר כל יום ב' וה' ב-10", "להתקשר", "11-26 10:00", weekly(1, "MO", "TH")],
    ["he", "להתקשר בימי ראשון ושלישי", "להתקשר", "11-29", weekly(1, "TU", "SU")],
    ["he", "להתקשר כל יום", "להתקשר", "11-25", { frequency: "day", every: 1 }],
    ["he", "להתקשר כל יומיים", "להתקשר", "11-25", { frequency: "day", every: 2 }],
    ["he", "דוח מדי שבוע", "דוח", "11-25", weekly(1, "WE")],
    ["he", "דוח כל שבועיים", "דוח", "11-25", weekly(2, "WE")],
    ["he", "דוח כל 3 שבועות ביום שני", "דוח", "11-30", weekly(3, "MO")],
    ["he", "חשבונית כל חודש", "חשבונית", "11-25", monthly(1, 25)],
    ["he", "חשבונית כל חודש ב-10 לחודש", "חשבונית", "12-10", monthly(1, 10)],
    ["he", "סיכום כל יום עבודה", "סיכום", "11-25", weekly(1, "MO", "TU", "WE", "TH", "SU")],
    ["hu", "hívás minden csütörtökön", "hívás", "11-26", weekly(1, "TH")],
    ["hu", "hívás minden hétfőn és csütörtökön 10-kor", "hívás", "11-26 10:00", weekly(1, "MO", "TH")],
    ["hu", "hívás keddenként", "hívás", "12-01", weekly(1, "TU")],
    ["hu", "hívás minden második héten", "hívás", "11-25", weekly(2, "WE")],
    ["hu", "hívás minden 2. héten pénteken", "hívás", "11-27", weekly(2, "FR")],
    ["hu", "hívás kéthetente", "hívás", "11-25", weekly(2, "WE")],
    ["hu", "hívás 3 naponta", "hívás", "11-25", { frequency: "day", every: 3 }],
    ["hu", "számla minden hónap 5-én", "számla", "12-05", monthly(1, 5)],
    ["hu", "számla havonta", "számla", "11-25", monthly(1, 25)],
    ["hu", "jelentés minden munkanapon", "jelentés", "11-25", weekly(1, "MO", "TU", "WE", "TH", "FR")],
    ["ru", "позвонить каждый четверг", "позвонить", "11-26", weekly(1, "TH")],
    ["ru", "позвонить каждую среду и пятницу в 10", "позвонить", "11-25 10:00", weekly(1, "WE", "FR")],
    ["ru", "позвонить по вторникам и четвергам", "позвонить", "11-26", weekly(1, "TU", "TH")],
    ["ru", "позвонить каждые две недели", "позвонить", "11-25", weekly(2, "WE")],
    ["ru", "позвонить раз в 2 недели", "позвонить", "11-25", weekly(2, "WE")],
    ["ru", "позвонить каждую вторую пятницу", "позвонить", "11-27", weekly(2, "FR")],
    ["ru", "счёт каждый месяц 5 числа", "счёт", "12-05", monthly(1, 5)],
    ["ru", "счёт ежемесячно", "счёт", "11-25", monthly(1, 25)],
    ["ru", "отчёт по будням", "отчёт", "11-25", weekly(1, "MO", "TU", "WE", "TH", "SU")],
    ["ru", "call Dana every month", "call Dana", "11-25", monthly(1, 25)],
  ])("%s: %s", (language, text, ...expected) => {
    expect(repeated(text, language)).toEqual(expected);
  });

  it.each<[Language, string]>([
    ["en", "Prepare the weekly report"],
    ["en", "Daily standup"],
    ["en", "Check every card"],
    ["en", "Review each of the offers"],
    ["en", "Call every 0 days"],
    ["en", "Every 5000 weeks"],
    ["en", "Call 5 once a week"],
    ["en", "Read every hour"],
    ["he", "לעבור על כל הכרטיסים"],
    ["he", "לבדוק כל שני כרטיסים"],
    ["hu", "minden ajánlat átnézése"],
    ["ru", "проверить каждый договор"],
    ["ru", "делать 5 раз в неделю"],
  ])("%s: “%s” names none", (language, text) => {
    expect(parseTask(text, quickAdd(language))).toMatchObject({ title: text, tokens: [], due: null });
  });

  it("made words again, it is no date either", () => {
    const options = quickAdd("en", { asWords: ["every Thursday"] });
    expect(parseTask("Call every Thursday", options)).toMatchObject({ title: "Call every Thursday", tokens: [], due: null });
  });

  it("every day of the year has a first day of the repetition on it or after it, whose rule is one of the schema", () => {
    const days = fc.date({ min: new Date("2026-01-01"), max: new Date("2028-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 31 }), (date, monthDay) => {
        const from = date.toISOString().slice(0, 10);
        const repeat = { every: 1, unit: "month", weekdays: [], monthDay } as const;
        const due = firstDue(repeat, from);
        expect(due >= from).toBe(true);
        expect(Number(due.slice(8))).toBe(monthDay);
        expect(RuleSchema.parse(ruleOf(repeat, due, "MO"))).toEqual(ruleOf(repeat, due, "MO"));
      }),
    );
  });
});

describe("assignees", () => {
  it.each([
    ["@noa", "usr_noa"],
    ["@NOAM", "usr_noam"],
    ["@noa adler", "usr_noa"],
    ["@adl", "usr_noa"],
    ["@daniel", "usr_daniel"],
    ["@kovács dániel", "usr_daniel"],
    ["@נחמה", "usr_nechama"],
    ["@נועה", "usr_noa"],
    ["@נועה אדלר", "usr_noa"],
    ["@ноа", "usr_noa"],
    ["@nechama", "usr_nechama"],
    ["@anna", "usr_anna"],
    ["@королева", "usr_anna"],
    ["@dana", "usr_levi1"],
    ["@omer levi", "usr_levi2"],
  ])("%s", (text, id) => {
    expect(read(`x ${text}`, quickAdd("en"))).toEqual(["x", "", "", id]);
  });

  it.each(["@", "@levi", "@n", "@nobody", "noa", "a@noa"])("%s is nobody in particular", (text) => {
    expect(parseTask(text, quickAdd("en")).tokens).toEqual([]);
  });

  it("the Hebrew prefix goes with the name", () => {
    expect(read("לשלוח ל@נחמה חוזה", quickAdd("he"))).toEqual(["לשלוח חוזה", "", "", "usr_nechama"]);
  });

  it("what follows a name is no part of it", () => {
    expect(read("@noa a contract", quickAdd("en"))).toEqual(["a contract", "", "", "usr_noa"]);
  });
});

describe("the title that remains", () => {
  it.each([
    ["Call Dana, tomorrow", "Call Dana"],
    ["Call Dana tomorrow.", "Call Dana."],
    ["Call Dana tomorrow, bring papers", "Call Dana, bring papers"],
    ["Tomorrow: call Dana", "call Dana"],
    ["Call Dana (tomorrow) again", "Call Dana again"],
    ["Call (@noa, tomorrow) again", "Call again"],
    ["Turn the heating on tomorrow", "Turn the heating on"],
    ["  two  spaces  tomorrow  here ", "two  spaces here"],
    ["today, tomorrow, friday", "tomorrow, friday"],
  ])("%s", (text, title) => {
    expect(parseTask(text, quickAdd("en")).title).toBe(title);
  });
});

describe("any text", () => {
  const pieces = fc.constantFrom(
    ..."call Dana tomorrow 10:00 at 10 #high @noa next friday 3 Dec in 3.12 , ( ).".split(" "),
    ..."remind me 10 min before תזכורת שעה לפני emlékeztető perccel előtte напомнить за минут".split(" "),
    ..."every 2 weeks other on Mondays and daily כל יום ב' וה' minden második héten kéthetente каждые раз в числа".split(" "),
    ..."מחר ב-10 שישי ביום #דחוף holnap 10-kor múlva nap 2026. 12. завтра в через утра".split(" "),
  );
  const texts = fc.oneof(
    fc
      .array(fc.oneof({ weight: 5, arbitrary: pieces }, fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 20 })
      .map((words) => words.join(" ")),
    fc.string({ unit: "binary", maxLength: 60 }),
  );
  const anyone = fc.constantFrom(...languages);
  const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

  it("is read without an error; tokens do not overlap, and no word is lost between them and the title", () => {
    fc.assert(
      fc.property(texts, anyone, (text, language) => {
        const { title, tokens } = parseTask(text, quickAdd(language));
        let end = 0;
        let rest = "";
        for (const { from, to, text: part } of tokens) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          expect(part).toBe(text.slice(from, to));
          rest += `${text.slice(end, from)} `;
          end = to;
        }
        rest += text.slice(end);
        expect(wordsOf(title)).toEqual(wordsOf(rest));
        if (tokens.length === 0) expect(title).toBe(text.trim());
        expect(title).toBe(title.trim());
      }),
      { numRuns: 1_000 },
    );
  });

  it("tokens turned back into words are words", () => {
    fc.assert(
      fc.property(texts, anyone, (text, language) => {
        const asWords = parseTask(text, quickAdd(language)).tokens.map((token) => token.text);
        const again = parseTask(text, quickAdd(language, { asWords }));
        expect(again.tokens.filter((token) => asWords.includes(token.text))).toEqual([]);
      }),
    );
  });

  it("due days and times exist", () => {
    fc.assert(
      fc.property(texts, anyone, (text, language) => {
        for (const { kind, value } of parseTask(text, quickAdd(language)).tokens) {
          if (kind !== "due") continue;
          expect(new Date(`${value.day}T${value.time ?? "00:00"}:00Z`).toISOString().slice(0, 10)).toBe(value.day);
        }
      }),
    );
  });

  it.each([
    "1 ",
    "13.13 ",
    "@x ",
    "!",
    " ",
    ",",
    "# ",
    "at 10 x ",
    "( ",
    "3. ",
    "tomorrow ",
    ", - ",
    "\ud800 ",
    "a\u0301",
    "in 3 ",
    "jövő ",
    "remind ",
    "every ",
    "every mon, ",
    "remind 10 ",
    "תזכורת 10 דקות ",
    "ב-1 ",
    "x",
  ])("10,000 characters of %j take about as long as ten times a thousand of them", (piece) => {
    const crowd = Array.from({ length: 200 }, (_, index) => ({ id: `usr_${index}`, name: `Xavier Number${index}` }));
    const readAll = (length: number) => {
      const text = `${piece.repeat(length / piece.length)}a`;
      for (const language of ["he", "hu"] as const) {
        parseTask(text, quickAdd(language, { members: crowd }));
        parseTask(`#high ${text}`, quickAdd(language, { members: crowd }));
      }
    };
    /** The least of some. */
    const cost = (work: () => void) =>
      Math.min(
        ...Array.from({ length: 3 }, () => {
          const spent = processorTime();
          work();
          return spent();
        }),
      );
    const ofTen = cost(() => {
      for (let part = 0; part < 10; part++) readAll(1_000);
    });
    // A quadratic reader takes ten times as long.
    expect(cost(() => readAll(10_000))).toBeLessThan(4 * ofTen + 20);
  });
});
