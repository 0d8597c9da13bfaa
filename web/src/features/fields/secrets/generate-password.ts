/** Without characters that are mistaken for others when read aloud or typed over: I l 1 O 0. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.!";
const length = 20;

/** Twenty characters, each as likely as any other: about 118 bits. */
export function generatePassword(): string {
  const limit = 256 - (256 % alphabet.length);
  let password = "";
  while (password.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // A remainder of what does not divide evenly would favor the first letters.
      if (byte < limit && password.length < length) password += alphabet[byte % alphabet.length];
    }
  }
  return password;
}
