import { s3Errors } from "./errors.ts";

/**
 * Takes the framing off an `aws-chunked` body: `<hex size>[;chunk-signature=…]\r\n<bytes>\r\n`, ended by a chunk of size 0 and
 * trailing headers. Yields the payload; `onTrailer` gets each trailing header once the payload has been read.
 */
export async function* withoutChunkFraming(
  body: AsyncIterable<Buffer>,
  onTrailer: (name: string, value: string) => void,
): AsyncGenerator<Buffer> {
  let buffered: Buffer = Buffer.alloc(0);
  /** Payload bytes of the current chunk still to come; undefined between chunks. */
  let remaining: number | undefined;
  let inTrailers = false;

  const takeLine = (): string | undefined => {
    const end = buffered.indexOf("\r\n");
    if (end === -1) return undefined;
    const line = buffered.toString("latin1", 0, end);
    buffered = buffered.subarray(end + 2);
    return line;
  };

  for await (const piece of body) {
    buffered = buffered.length === 0 ? piece : Buffer.concat([buffered, piece]);
    for (;;) {
      if (remaining !== undefined && remaining > 0) {
        const part = buffered.subarray(0, remaining);
        if (part.length === 0) break;
        buffered = buffered.subarray(part.length);
        remaining -= part.length;
        yield part;
        continue;
      }
      if (remaining === 0 && buffered.length < 2) break;
      const line = takeLine();
      if (line === undefined) break;
      if (remaining === 0) remaining = undefined; // the line break after a chunk
      else if (inTrailers) {
        const colon = line.indexOf(":");
        if (colon > 0) onTrailer(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
      } else {
        const size = Number.parseInt(line, 16);
        if (Number.isNaN(size)) throw s3Errors.incompleteBody();
        if (size === 0) inTrailers = true;
        else remaining = size;
      }
    }
  }
  if (!inTrailers) throw s3Errors.incompleteBody();
}
