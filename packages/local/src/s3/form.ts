import { s3Errors } from "./errors.ts";

/** A multipart/form-data body whose last part is the file. Names of fields are in lower case. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly fileName: string;
  readonly fileContentType: string | undefined;
  /** Must be read to its end, once. */
  readonly file: AsyncIterable<Buffer>;
}

/** S3's own bound on everything before the file. */
const largestFieldsBytes = 20 * 1024;

/** Reads the fields; the file stays in the stream, so its size in memory does not matter. @throws S3Error */
export async function readForm(contentType: string, body: AsyncIterator<Buffer>): Promise<Form> {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)?.slice(1).find(Boolean);
  if (!/^multipart\/form-data/i.test(contentType) || boundary === undefined) {
    throw s3Errors.malformedPost("The body of your POST request is not well-formed multipart/form-data.");
  }
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no line break before it; with one in front, all are alike.
  const reader = new PartReader(body, delimiter, Buffer.from("\r\n"));
  await reader.skipTo();
  const fields: Record<string, string> = {};
  for (;;) {
    const head = await reader.head();
    if (head === undefined) throw s3Errors.invalidArgument("POST requires exactly one file upload per request.");
    const name = /[;\s]name="([^"]*)"/i.exec(head)?.[1] ?? "";
    if (name === "file") {
      return {
        fields,
        fileName: /filename="([^"]*)"/i.exec(head)?.[1] ?? "",
        fileContentType: /^content-type:\s*(\S+)/im.exec(head)?.[1],
        file: reader.content(),
      };
    }
    const chunks: Buffer[] = [];
    for await (const chunk of reader.content()) chunks.push(chunk);
    fields[name.toLowerCase()] = Buffer.concat(chunks).toString("utf8");
    if (reader.bytesRead > largestFieldsBytes + reader.buffered) {
      throw s3Errors.malformedPost("Your POST request fields preceding the upload file were too large.");
    }
  }
}

class PartReader {
  readonly #body: AsyncIterator<Buffer>;
  readonly #delimiter: Buffer;
  #pending: Buffer;
  bytesRead = 0;

  constructor(body: AsyncIterator<Buffer>, delimiter: Buffer, start: Buffer) {
    this.#body = body;
    this.#delimiter = delimiter;
    this.#pending = start;
  }

  get buffered(): number {
    return this.#pending.length;
  }

  async skipTo(): Promise<void> {
    for await (const _ of this.content()) void _;
  }

  /** The head of the part that begins here, or undefined after the last one. */
  async head(): Promise<string | undefined> {
    while (this.#pending.length < 2) await this.#more();
    if (this.#pending.toString("latin1", 0, 2) === "--") return undefined;
    for (;;) {
      const end = this.#pending.indexOf("\r\n\r\n");
      if (end !== -1) {
        const head = this.#pending.toString("utf8", 2, end);
        this.#pending = this.#pending.subarray(end + 4);
        return head;
      }
      if (this.#pending.length > largestFieldsBytes) throw s3Errors.malformedPost("The head of a part is too large.");
      await this.#more();
    }
  }

  /** The bytes up to the next delimiter, which it takes too. */
  async *content(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#pending.indexOf(this.#delimiter);
      if (end !== -1) {
        const last = this.#pending.subarray(0, end);
        this.#pending = this.#pending.subarray(end + this.#delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      // The end of what is here may be the start of a delimiter.
      const safe = this.#pending.length - this.#delimiter.length + 1;
      if (safe > 0) {
        const part = this.#pending.subarray(0, safe);
        this.#pending = this.#pending.subarray(safe);
        yield part;
      }
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#body.next();
    if (done) throw s3Errors.malformedPost("The body of your POST request ended before its last boundary.");
    this.bytesRead += value.length;
    this.#pending = this.#pending.length === 0 ? value : Buffer.concat([this.#pending, value]);
  }
}
