/**
 * One address as people write it: a local part of up to 64 characters without dots at its ends or in a row (RFC 5321, section 4.5.3.1, and RFC 5322, section 3.4.1), a host
 * with a dot, no spaces and no invisible characters; deliverability is for mail to find out. Zod's own forms refuse letters of other scripts, or take such dots.
 */
export const emailForm =
  /^(?=[^@]{1,64}@)[^\s\p{C}\p{DI}@<>(),;:"[\]\\.]+(\.[^\s\p{C}\p{DI}@<>(),;:"[\]\\.]+)*@[^\s\p{C}\p{DI}@<>(),;:"[\]\\.]+(\.[^\s\p{C}\p{DI}@<>(),;:"[\]\\.]+)+$/u;

/** A sender's address: some providers have issued addresses with consecutive dots. */
export const receivedEmailForm =
  /^[^\s\p{C}\p{DI}@<>(),;:"[\]\\]+@[^\s\p{C}\p{DI}@<>(),;:"[\]\\.]+(\.[^\s\p{C}\p{DI}@<>(),;:"[\]\\.]+)+$/u;
