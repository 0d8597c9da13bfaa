/** Preferences that must be known before the first paint live in cookies; `boot.js` reads them. */
export function setCookie(name: "theme" | "language" | "member", value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}
