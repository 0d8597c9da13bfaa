/** Number of first bytes that identify a file's type: they include the part names of a small office file. */
export const sniffedBytes = 4_100;

/** Magic numbers at the very beginning. */
const signatures: readonly { readonly mime: string; readonly bytes: string }[] = [
  { mime: "image/png", bytes: "\x89PNG\r\n\x1a\n" },
  { mime: "image/jpeg", bytes: "\xff\xd8\xff" },
  { mime: "image/gif", bytes: "GIF87a" },
  { mime: "image/gif", bytes: "GIF89a" },
  { mime: "image/bmp", bytes: "BM" },
  { mime: "image/tiff", bytes: "II*\0" },
  { mime: "image/tiff", bytes: "MM\0*" },
  { mime: "application/pdf", bytes: "%PDF-" },
  { mime: "application/rtf", bytes: "{\\rtf" },
  { mime: "application/gzip", bytes: "\x1f\x8b" },
  { mime: "application/x-7z-compressed", bytes: "7z\xbc\xaf\x27\x1c" },
  { mime: "application/vnd.rar", bytes: "Rar!\x1a\x07" },
  { mime: "application/x-msdownload", bytes: "MZ" },
  { mime: "application/x-executable", bytes: "\x7fELF" },
  { mime: "audio/mpeg", bytes: "ID3" },
  { mime: "audio/mpeg", bytes: "\xff\xfb" },
  { mime: "audio/ogg", bytes: "OggS" },
  { mime: "video/webm", bytes: "\x1aE\xdf\xa3" },
];

/** The brand of an ISO media file, at offset 8 after `ftyp`. */
const brands: Readonly<Record<string, string>> = {
  avif: "image/avif",
  avis: "image/avif",
  heic: "image/heic",
  heix: "image/heic",
  mif1: "image/heic",
  "M4A ": "audio/mp4",
  "qt  ": "video/quicktime",
};

/** Office files are zips; a part's name identifies the program. */
const officeParts: readonly (readonly [string, string])[] = [
  ["word/", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["xl/", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["ppt/", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
  ["mimetypeapplication/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text"],
  ["mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "application/vnd.oasis.opendocument.spreadsheet"],
];

/** Files of older office programs all share one container; only there the name decides, among these. */
const oldOffice: Readonly<Record<string, string>> = {
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
};

/**
 * The type of a file by its first bytes; the sender's claim is ignored. `name` only chooses between types that are equally harmless (CSV and plain text, the
 * programs of an old office). Unknown types are `application/octet-stream`.
 */
export function sniff(head: Uint8Array, name: string): string {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1");
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  if (bytes.startsWith("RIFF")) {
    const form = bytes.slice(8, 12);
    return form === "WEBP" ? "image/webp" : form === "WAVE" ? "audio/wav" : form === "AVI " ? "video/x-msvideo" : unknown;
  }
  if (bytes.slice(4, 8) === "ftyp") return brands[bytes.slice(8, 12)] ?? "video/mp4";
  if (bytes.startsWith("PK\x03\x04")) return officeParts.find(([part]) => bytes.includes(part))?.[1] ?? "application/zip";
  if (bytes.startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) return oldOffice[extension] ?? unknown;
  const signature = signatures.find((candidate) => bytes.startsWith(candidate.bytes));
  return signature?.mime ?? textType(head, extension);
}

const unknown = "application/octet-stream";

function textType(head: Uint8Array, extension: string): string {
  const text = textOf(head);
  if (text === undefined) return unknown;
  const start = text.trimStart().slice(0, 1_000).toLowerCase();
  if (/<svg[\s>]/.test(start)) return "image/svg+xml";
  if (/^<(!doctype html|html|head|body|script|!--|iframe|meta|a|div|p|img|style|title|b|h1|br)/.test(start)) return "text/html";
  if (start.startsWith("<?xml")) return "application/xml";
  return extension === "csv" ? "text/csv" : "text/plain";
}

/** The beginning as text, or undefined if it is not text. Its last character may have been cut in two. */
function textOf(head: Uint8Array): string | undefined {
  const encoding =
    head[0] === 0xff && head[1] === 0xfe ? "utf-16le" : head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    // oxlint-disable-next-line no-control-regex -- text has none of these
    return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
