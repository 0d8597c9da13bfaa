import type { Words } from "./words.ts";

const week = ["שני", "שלישי", "רביעי", "חמישי", "שישי", "שבת", "ראשון"] as const;
const letters = ["ב", "ג", "ד", "ה", "ו", "ש", "א"] as const;

/** Alone most names are ordinals too (“a second stage”), so they are read with “day” or with a prefix only. */
const weekdays = week.map((name, index) => {
  const letter = letters[index] ?? "";
  const days = [name, letter, `${letter}'`, ...(name === "שישי" ? ["ששי"] : [])].map((day) => `יום ${day}`);
  const prefixed = days.flatMap((day) => [day, `ב${day}`, `ל${day}`]);
  return [...prefixed, `ב${name}`, ...(name === "שישי" || name === "שבת" ? [name, `ל${name}`] : [])];
});

const months = [
  ["ינואר", "ינו'"],
  ["פברואר", "פבר'"],
  ["מרץ", "מרס"],
  ["אפריל", "אפר'"],
  ["מאי"],
  ["יוני"],
  ["יולי"],
  ["אוגוסט", "אוג'"],
  ["ספטמבר", "ספט'"],
  ["אוקטובר", "אוק'"],
  ["נובמבר", "נוב'"],
  ["דצמבר", "דצמ'"],
].map((forms) => forms.flatMap((form) => [form, `ב${form}`, `ל${form}`]));

export const he: Words = {
  days: {
    היום: [0, "day"],
    להיום: [0, "day"],
    מחר: [1, "day"],
    למחר: [1, "day"],
    מחרתיים: [2, "day"],
    למחרתיים: [2, "day"],
    "שבוע הבא": [1, "week"],
    "בשבוע הבא": [1, "week"],
    "לשבוע הבא": [1, "week"],
    "חודש הבא": [1, "month"],
    "בחודש הבא": [1, "month"],
    "שנה הבאה": [1, "year"],
    "בשנה הבאה": [1, "year"],
  },
  weekdays,
  months,
  units: {
    יום: [1, "day"],
    ימים: [1, "day"],
    יומיים: [2, "day"],
    שבוע: [1, "week"],
    שבועות: [1, "week"],
    שבועיים: [2, "week"],
    חודש: [1, "month"],
    חודשים: [1, "month"],
    חודשיים: [2, "month"],
    שנה: [1, "year"],
    שנים: [1, "year"],
    שנתיים: [2, "year"],
    שעה: [1, "hour"],
    שעות: [1, "hour"],
    שעתיים: [2, "hour"],
    "חצי שעה": [30, "minute"],
    "רבע שעה": [15, "minute"],
    דקה: [1, "minute"],
    דקות: [1, "minute"],
  },
  numbers: {
    שני: 2,
    שתי: 2,
    שלושה: 3,
    שלוש: 3,
    ארבעה: 4,
    ארבע: 4,
    חמישה: 5,
    חמש: 5,
    שישה: 6,
    שש: 6,
    שבעה: 7,
    שבע: 7,
    שמונה: 8,
    תשעה: 9,
    תשע: 9,
    עשרה: 10,
    עשר: 10,
  },
  isOneImplied: true,
  in: ["בעוד", "עוד", "תוך"],
  later: [],
  next: { before: [], after: ["הבא", "הבאה"] },
  coming: { before: [], after: ["הקרוב", "הקרובה", "הזה"] },
  before: {
    date: ["עד", "לפני", "בתאריך"],
    day: ["עד", "לפני"],
    hour: ["בשעה", "עד השעה", "לשעה"],
    clock: [],
    perhapsHour: ["עד"],
  },
  of: [],
  attached: "בלה",
  dayEndings: [],
  hourEndings: [],
  clockEndings: [],
  oClock: [],
  atOClock: [],
  morning: { before: ["בבוקר", "בוקר"], after: ["בבוקר", "לפנות בוקר"] },
  evening: {
    before: ["בערב", 'אחה"צ', "אחר הצהריים"],
    after: ["בערב", "בצהריים", 'אחה"צ', "אחר הצהריים", "בלילה"],
  },
  tonight: ["הערב"],
  times: {},
  afterHour: ["עם", "אצל", "על", "אל", "בנושא", "לגבי", "וגם", "בזום", "במשרד"],
  notComing: ["כל", "בכל"],
  names: ["ראשון לציון", "בראשון לציון", "לראשון לציון", "שבת שלום"],
  priorities: {
    HIGH: ["גבוהה", "גבוה", "דחוף", "דחופה", "חשוב", "חשובה"],
    MEDIUM: ["בינונית", "בינוני", "רגילה", "רגיל"],
    LOW: ["נמוכה", "נמוך"],
  },
};
