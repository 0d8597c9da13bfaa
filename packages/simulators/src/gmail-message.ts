/** A message's headers, as a mail server reads them. */
export interface ReadMessage {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly messageId: string;
  /** The Message-IDs that it answers. */
  readonly references: readonly string[];
}

const decodeWord = (_: string, charset: string, encoding: string, text: string): string => {
  const bytes =
    encoding.toUpperCase() === "B"
      ? Buffer.from(text, "base64")
      : Buffer.from(
          text
            .replaceAll("_", " ")
            .replace(/=([0-9A-F]{2})/gi, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          "latin1",
        );
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
};
/** RFC 2047. */
const decoded = (text: string): string =>
  text.replace(/\?=\s+=\?/g, "?==?").replace(/=\?([\w-]+)\?([BQ])\?([^?]*)\?=/gi, decodeWord);

/** Reads the headers of a message (RFC 5322). */
export function readMessage(raw: Buffer): ReadMessage {
  const head = raw.toString("utf8").split(/\r?\n\r?\n/)[0] ?? "";
  const lines = head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const headers = lines.flatMap((line) => {
    const at = line.indexOf(":");
    return at > 0 ? [{ name: line.slice(0, at), value: decoded(line.slice(at + 1).trim()) }] : [];
  });
  const value = (name: string) => headers.find((header) => header.name.toLowerCase() === name)?.value ?? "";
  const addresses = (name: string) =>
    [...value(name).matchAll(/[^\s<>,;:"]+@[^\s<>,;:"]+/g)].map(([address]) => address.toLowerCase());
  return {
    headers,
    from: addresses("from")[0] ?? "",
    to: addresses("to"),
    cc: addresses("cc"),
    bcc: addresses("bcc"),
    subject: value("subject"),
    messageId: value("message-id"),
    references: [...`${value("references")} ${value("in-reply-to")}`.matchAll(/<[^<>\s]+>/g)].map(([id]) => id),
  };
}

/** What somebody writes in a mail program. */
export interface WrittenMessage {
  readonly from: string;
  readonly name?: string;
  readonly to: string;
  readonly cc?: string;
  readonly subject: string;
  readonly text?: string;
  /** In place of the text. */
  readonly html?: string;
  readonly messageId: string;
  readonly answers?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly {
    readonly name: string;
    readonly mime: string;
    readonly content: Buffer;
    /** Its Content-ID, for a picture within the HTML. */
    readonly cid?: string;
  }[];
}

const word = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;
const base64 = (content: Buffer | string): string => Buffer.from(content).toString("base64").replace(/.{76}/g, "$&\r\n");

/** The message that a mail program makes of it. */
export function writeMessage(message: WrittenMessage): Buffer {
  const { from, name, to, cc, subject, text = "", html, messageId, answers, headers = {}, attachments = [] } = message;
  const boundary = "=_kartis_simulated";
  const body = [
    `Content-Type: text/${html === undefined ? "plain" : "html"}; charset=utf-8`,
    "Content-Transfer-Encoding: base64",
    "",
    base64(html ?? text),
  ];
  const parts = attachments.map(({ name: file, mime, content, cid }) => [
    `Content-Type: ${mime}; name="${word(file)}"`,
    `Content-Disposition: ${cid ? "inline" : "attachment"}; filename="${word(file)}"`,
    ...(cid ? [`Content-ID: <${cid}>`] : []),
    "Content-Transfer-Encoding: base64",
    "",
    base64(content),
  ]);
  const kind = attachments.some(({ cid }) => cid) ? "related" : "mixed";
  const content =
    parts.length === 0
      ? body
      : [
          `Content-Type: multipart/${kind}; boundary="${boundary}"`,
          "",
          ...[body, ...parts].flatMap((part) => [`--${boundary}`, ...part]),
          `--${boundary}--`,
        ];
  return Buffer.from(
    [
      `From: ${name ? `${word(name)} <${from}>` : from}`,
      `To: ${to}`,
      ...(cc ? [`Cc: ${cc}`] : []),
      `Subject: ${word(subject)}`,
      `Message-ID: ${messageId}`,
      `Date: ${new Date().toUTCString()}`,
      ...(answers ? [`In-Reply-To: ${answers}`, `References: ${answers}`] : []),
      ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
      "MIME-Version: 1.0",
      ...content,
      "",
    ].join("\r\n"),
  );
}
