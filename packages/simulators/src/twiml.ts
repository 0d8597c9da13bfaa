/** What TwiML says to do with a leg: dial these, and tell the URL how it went. */
export interface Dialling {
  readonly numbers: readonly { readonly to: string; readonly reportTo: string }[];
  readonly action: string;
  readonly callerId: string | null;
  readonly isRecorded: boolean;
  readonly recordingReportTo: string;
}

const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
const attribute = (element: string, name: string): string =>
  unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? "");

/** Reads what TwiML has to dial. */
export function diallingIn(twiml: string): Dialling | null {
  const [, head, content] = /<Dial\b([^>]*)>(.*?)<\/Dial>/s.exec(twiml) ?? [];
  if (head === undefined || content === undefined) return null;
  const numbers = [...content.matchAll(/<Number\b([^>]*)>([^<]*)<\/Number>/g)].map(([, attributes = "", to = ""]) => ({
    to: unescaped(to),
    reportTo: attribute(attributes, "statusCallback"),
  }));
  const callerId = attribute(head, "callerId") || null;
  return {
    numbers,
    action: attribute(head, "action"),
    callerId,
    isRecorded: attribute(head, "record") === "record-from-answer",
    recordingReportTo: attribute(head, "recordingStatusCallback"),
  };
}
