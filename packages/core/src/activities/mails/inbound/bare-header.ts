/**
 * A structured header (RFC 5322 section 3.2) without its comments and quoted strings, which hold what whoever wrote them liked. Undefined if one of those is not
 * closed. One pass, however it is written.
 */
export function bareHeader(value: string): string | undefined {
  let [bare, depth, isQuoted] = ["", 0, false];
  for (let at = 0; at < value.length; at++) {
    const character = value[at] ?? "";
    if (character === "\\" && (isQuoted || depth > 0)) at++;
    else if (isQuoted) isQuoted = character !== '"';
    else if (character === "(") depth++;
    else if (depth > 0) depth -= character === ")" ? 1 : 0;
    else if (character === '"') isQuoted = true;
    else bare += character;
  }
  return isQuoted || depth > 0 ? undefined : bare;
}

/** Whether From headers name one mailbox: programs differ in which of several they take for the sender. */
export function isOneMailbox(values: readonly string[]): boolean {
  const bare = values.length === 1 ? bareHeader(values[0] ?? "") : undefined;
  return bare !== undefined && /^(?:[^<>@,;:]*<[^<>@,;:\s]+@[^<>@,;:\s]+>|\s*[^<>@,;:\s]+@[^<>@,;:\s]+)\s*$/.test(bare);
}
