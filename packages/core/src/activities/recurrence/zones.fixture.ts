/** Clocks that change by half an hour, by a day, in Ramadan, in winter, at midnight; and the nearest ones. */
const odd = [
  "Asia/Jerusalem",
  "Europe/Budapest",
  "Europe/Moscow",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Kwajalein",
  "Africa/Casablanca",
  "Europe/Dublin",
  "Antarctica/Troll",
  "America/St_Johns",
  "Asia/Kathmandu",
  "America/Sao_Paulo",
];

/** All zones with ALL_ZONES=1; otherwise the odd ones and some more, other ones in each run. */
export function zones(): readonly string[] {
  const all = Intl.supportedValuesOf("timeZone");
  if (process.env.ALL_ZONES === "1") return all;
  const first = Math.floor(Math.random() * all.length);
  return [...odd, ...Array.from({ length: 12 }, (_, index) => all[(first + index * 37) % all.length] ?? "UTC")];
}
