export interface Device {
  /** Product names, the same in every language; undefined for unknown ones. */
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly isHandheld: boolean;
}

/** The order matters: most browsers also name those they want to be taken for. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPiOS\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPod\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (names: typeof browsers, userAgent: string) => names.find(([mark]) => mark.test(userAgent))?.[1];

/** A description of the device from its user agent, in words that its owner recognizes. */
export function deviceOf(userAgent: string): Device {
  return {
    browser: nameIn(browsers, userAgent),
    system: nameIn(systems, userAgent),
    isHandheld: /\b(?:iPhone|iPod|iPad|Android)\b/.test(userAgent),
  };
}
