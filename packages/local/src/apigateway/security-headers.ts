export interface SecurityOrigins {
  /** Origin of presigned URLs: uploads, downloads and images. */
  readonly data: string;
  /** `ws://…` or `wss://…` of the site itself: older browsers do not count it as 'self'. */
  readonly sockets: string;
}

/** Devices that no screen asks for are asked for by nobody; the clipboard is, to copy cells and codes. */
const permissions = {
  camera: "",
  microphone: "",
  geolocation: "",
  payment: "",
  usb: "",
  serial: "",
  hid: "",
  "display-capture": "",
  "publickey-credentials-get": "self",
  "clipboard-read": "self",
  "clipboard-write": "self",
} as const;

/** The page of lead forms and the script that embeds it are for every site; nobody is signed in there, so there is nothing to be tricked into. */
export const isFormPath = (path: string): boolean => path.startsWith("/forms/");
export function formHeaders(origins: SecurityOrigins): Record<string, string> {
  const { "x-frame-options": _, ...headers } = securityHeaders(origins, ["*"]);
  return { ...headers, "cross-origin-resource-policy": "cross-origin" };
}

/** The headers of CloudFront's response headers policy. Strict-Transport-Security is missing here: the site is plain HTTP. */
export function securityHeaders(
  { data, sockets }: SecurityOrigins,
  frameAncestors: readonly string[] = ["'none'"],
): Record<string, string> {
  const policy = {
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    // Positions of popovers and sizes of columns are style attributes; no style element is written at run time.
    "style-src": ["'self'"],
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", data],
    "media-src": ["'self'", "blob:", data],
    "font-src": ["'self'"],
    "connect-src": ["'self'", sockets, data],
    "worker-src": ["'self'", "blob:"],
    "frame-src": ["'self'", "blob:", data],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": frameAncestors,
  };
  return {
    "content-security-policy": Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources.join(" ")}`)
      .join("; "),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    // Answers of the API and the site are for the site's own pages.
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": Object.entries(permissions)
      .map(([feature, allowed]) => `${feature}=(${allowed})`)
      .join(", "),
  };
}
