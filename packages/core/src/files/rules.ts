/** Imports and exports are temporary: a lifecycle rule deletes everything under this prefix of the bucket after this many days. */
export const temporaryPrefix = "tmp/";
export const temporaryDays = 30;
/** Prefix for emails received by SES: temporary, since their contents are stored elsewhere. */
export const inboundPrefix = `${temporaryPrefix}inbound/`;
/** Prefix of files that are kept until a person deletes them. */
export const lastingPrefix = "files/";
/** SPEC section 4: at most 5 MB each. */
export const maxFileMegabytes = 5;
export const maxFileBytes = maxFileMegabytes * 1024 * 1024;

/** Images that every browser draws and none executes: an SVG may carry scripts, so it is not one of them. */
const imageTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);
export const isImageType = (mime: string): boolean => imageTypes.has(mime);

/** Types that may be opened in the browser instead of downloaded. Any other file could be a page with scripts. */
export const isInlineType = (mime: string): boolean => isImageType(mime) || mime === "application/pdf" || mime === "text/plain";

export const fileKinds = ["image", "pdf", "document", "table", "text", "media", "archive", "other"] as const;
export type FileKind = (typeof fileKinds)[number];

/** Families of types as people name them; lists of files are filtered by them. */
export function fileKindOf(mime: string): FileKind {
  if (mime === "application/pdf") return "pdf";
  if (isImageType(mime) || mime === "image/svg+xml" || mime === "image/heic" || mime === "image/bmp" || mime === "image/tiff")
    return "image";
  if (/^(audio|video)\//.test(mime)) return "media";
  if (/sheet|ms-excel|text\/csv/.test(mime)) return "table";
  if (/wordprocessing|presentation|msword|powerpoint|rtf|opendocument/.test(mime)) return "document";
  if (/^application\/(zip|gzip|x-7z-compressed|vnd\.rar)$/.test(mime)) return "archive";
  return mime.startsWith("text/") ? "text" : "other";
}

/** A name in stored form: without anything that would end a path, a header or the `name <id>` of a CSV cell. */
export const fileName = (name: string): string =>
  name
    .normalize("NFC")
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[/\\<>]/g, "_")
    .trim()
    .slice(-200)
    // Half of a character that was cut in two.
    .replace(/^[\udc00-\udfff]/, "");
