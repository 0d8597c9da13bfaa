import fc from "fast-check";
import PostalMime, { type Email } from "postal-mime";
import { expect, it } from "vitest";
import { parseInRuns } from "./runs.ts";

const encodings = ["7bit", "8bit", "base64", "quoted-printable", ""] as const;
const types = [
  "application/pdf",
  "message/rfc822",
  "text/csv",
  "text/plain; charset=utf-16le",
  "text/plain",
  "text/calendar",
  'multipart/mixed; boundary="c"',
] as const;
/** Lines that resemble the marks of a quote. */
const content = fc.constantFrom(
  "JVBERi0xLjQKJcfs",
  "a=41 b=\u00e9=",
  "x\r",
  "aGk=",
  ".",
  "Content-Transfer-Encoding: base64",
  "X-A: =20\r\r",
);
const block = fc.record({ line: content, times: fc.constantFrom(1, 999, 1_000, 1_500), end: fc.constantFrom("\n", "\r\n") });
const part = fc.record({
  type: fc.constantFrom(...types),
  encoding: fc.constantFrom(...encodings),
  disposition: fc.constantFrom("attachment", "inline"),
  /** Separators between blocks: nothing, an empty line, or the start of a part. */
  blocks: fc.array(fc.tuple(block, fc.constantFrom("", "\n", "--c\n", "--c\nContent-Transfer-Encoding: base64\n\n", "--\r\n")), {
    maxLength: 4,
  }),
  /** Whether there is an empty line after the headers. */
  isWhole: fc.boolean(),
});

type Part = typeof part extends fc.Arbitrary<infer One> ? One : never;
const written = (parts: readonly Part[], isClosed: boolean): string =>
  [
    'From: x@y.example\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n',
    ...parts.flatMap(({ type, encoding, disposition, blocks, isWhole }) => [
      `--b\r\nContent-Type: ${type}\r\nContent-Disposition: ${disposition}\r\n`,
      encoding && `Content-Transfer-Encoding: ${encoding}\r\n`,
      isWhole ? "\r\n" : "",
      ...blocks.map(([{ line, times, end }, between]) => `${line}${end}`.repeat(times) + between),
    ]),
    isClosed ? "--b--\r\n" : "the end",
  ].join("");

const plain = ({ attachments, ...mail }: Email) => ({
  ...mail,
  attachments: attachments.map(({ content: bytes, ...file }) => ({
    ...file,
    content: typeof bytes === "string" ? bytes : Buffer.from(new Uint8Array(bytes)).toString("latin1"),
  })),
});

it("a message is read as without cutting anything out, however its parts are encoded and wherever they end", async () => {
  const parse = (raw: Uint8Array<ArrayBuffer>) => PostalMime.parse(raw, { maxRfc822NestingDepth: 0 });
  let cut = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 3 }), fc.boolean(), async (parts, isClosed) => {
      const raw = new Uint8Array(Buffer.from(written(parts, isClosed), "latin1"));
      let [shortest, last] = [raw.length, raw.length];
      const read = await parseInRuns(raw, (bytes) => {
        last = bytes.length;
        shortest = Math.min(shortest, last);
        return parse(bytes);
      });
      if (last < raw.length) cut++;
      expect(plain(read)).toEqual(plain(await parse(raw)));
    }),
    { numRuns: 150 },
  );
  // Otherwise nothing was tried.
  expect(cut).toBeGreaterThan(20);
}, 120_000);
