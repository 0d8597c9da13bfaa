/** A part of a message; `headers` are unfolded and decoded, by lower-case name. */
interface Part {
  readonly headers: ReadonlyMap<string, string>;
  /** One character per byte, still in its transfer encoding. */
  readonly body: string;
}

export interface ParsedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | undefined;
  readonly html: string | undefined;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[];
}

/** Reads an RFC 5322 message with MIME (RFC 2045–2047, 2231) as far as showing it needs: first text, first HTML, the rest attached. */
export function parseMessage(raw: Buffer): ParsedMessage {
  const root = parsePart(raw.toString("latin1"));
  const leaves = leavesOf(root);
  const firstOf = (type: string) => leaves.find((part) => !isAttached(part) && typeOf(part) === type);
  const text = firstOf("text/plain");
  const html = firstOf("text/html");
  return {
    headers: Object.fromEntries(root.headers),
    text: text && textOf(text),
    html: html && textOf(html),
    attachments: leaves
      .filter((part) => part !== text && part !== html)
      .map((part) => ({
        name:
          parameter(part.headers.get("content-disposition"), "filename") ??
          parameter(part.headers.get("content-type"), "name") ??
          "attachment",
        type: typeOf(part),
        content: bytesOf(part),
      })),
  };
}

function isAttached(part: Part): boolean {
  return (part.headers.get("content-disposition") ?? "").toLowerCase().startsWith("attachment");
}

/** Splits an address list at the commas that separate addresses, not at those inside quotes or brackets. */
export function splitAddresses(list: string): string[] {
  const addresses = list.match(/(?:"(?:\\.|[^"\\])*"|<[^>]*>|[^,"<])+/g) ?? [];
  return addresses.map((address) => address.trim()).filter((address) => address !== "");
}

function parsePart(source: string): Part {
  const [, head = "", body = ""] = /^([^]*?)(?:\r?\n\r?\n([^]*)|$)/.exec(source) ?? [];
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    // The first of several counts: a later Received or a forged second From does not replace it.
    const name = line.slice(0, colon).toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, decodeHeader(line.slice(colon + 1).trim()));
  }
  return { headers, body };
}

function leavesOf(part: Part): Part[] {
  const boundary = parameter(part.headers.get("content-type"), "boundary");
  if (!typeOf(part).startsWith("multipart/") || boundary === undefined) return [part];
  const escaped = boundary.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const pieces = `\n${part.body}`.split(new RegExp(`\\r?\\n--${escaped}(?:--)?[ \\t]*(?=\\r?\\n|$)`));
  // Before the first boundary stands the preamble, after the last the epilogue.
  return pieces.slice(1, -1).flatMap((piece) => leavesOf(parsePart(piece.replace(/^\r?\n/, ""))));
}

function typeOf(part: Part): string {
  return (part.headers.get("content-type") ?? "text/plain").split(";")[0]?.trim().toLowerCase() ?? "text/plain";
}

function bytesOf({ headers, body }: Part): Buffer {
  const encoding = (headers.get("content-transfer-encoding") ?? "").trim().toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64");
  if (encoding === "quoted-printable") return unquote(body.replace(/=[ \t]*\r?\n/g, ""));
  return Buffer.from(body, "latin1");
}

function textOf(part: Part): string {
  return decodeText(bytesOf(part), parameter(part.headers.get("content-type"), "charset"));
}

function decodeText(bytes: Buffer, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}

function unquote(text: string): Buffer {
  return Buffer.from(
    text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
}

/** RFC 2047 encoded words; white space between two of them is not part of the text. Raw bytes are taken for UTF-8. */
function decodeHeader(value: string): string {
  const utf8 = Buffer.from(value, "latin1").toString("utf8");
  return utf8
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?([^?]+)\?([BbQq])\?([^?]*)\?=/g, (_, charset: string, encoding: string, data: string) =>
      decodeText(encoding.toUpperCase() === "B" ? Buffer.from(data, "base64") : unquote(data.replaceAll("_", " ")), charset),
    );
}

/** A header's parameter, quoted or not, in RFC 2231's encoded and continued forms too. */
function parameter(header: string | undefined, name: string): string | undefined {
  const parameters = [...(header ?? "").matchAll(/;\s*([^=;\s]+)\s*=\s*("(?:\\.|[^"\\])*"|[^;\s]*)/g)].map(
    ([, key = "", value = ""]) => ({
      key: key.toLowerCase(),
      value: value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value,
    }),
  );
  const plain = parameters.find(({ key }) => key === name);
  if (plain) return plain.value;
  const extended = parameters.filter(({ key }) => key.startsWith(`${name}*`));
  if (extended.length === 0) return undefined;
  const joined = extended.map(({ value }) => value).join("");
  const [, charset = "utf-8", data = joined] = /^([^']*)'[^']*'(.*)$/.exec(joined) ?? [];
  return decodeText(unquote(data.replaceAll("%", "=")), charset || "utf-8");
}
