const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const digits = new Map([...alphabet].map((letter, digit) => [letter, digit] as const));
const packable = /^(?:[a-z]{3}_)?([0-7][0-9A-HJKMNP-TV-Z]{25})$/;

/**
 * An id in as few bytes as possible: the 16 of its ULID, which sort as its text does. The prefix for the id's kind is dropped, since two kinds never share a
 * ULID. An id without a ULID is its text.
 */
export function packed(id: string): Uint8Array {
  const ulid = packable.exec(id)?.[1];
  if (ulid === undefined) return Buffer.from(id);
  const bytes = new Uint8Array(16);
  // 26 letters of five bits are 130; the first two are always zero.
  let [bits, held, at] = [-2, 0, 0];
  for (const letter of ulid) {
    held = (held << 5) | (digits.get(letter) ?? 0);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = held >> bits;
    held &= (1 << bits) - 1;
  }
  return bytes;
}

/** The ULID that 16 bytes are. */
export function unpacked(bytes: Uint8Array): string {
  let text = "";
  let [bits, held] = [2, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[held >> bits] ?? "";
      held &= (1 << bits) - 1;
    }
  }
  return text;
}
