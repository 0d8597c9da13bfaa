/** A link as its definition prints it, `text <address>`, in its two parts; and together again. What is not whole yet comes back as it was. */
export function splitLink(text: string): { label: string; url: string } {
  const [, label = "", url = ""] = /^(.*) <([^<]*)>$/s.exec(text) ?? [];
  return label === "" && url === "" ? { label: "", url: text } : { label, url };
}

export const joinLink = ({ label, url }: { label: string; url: string }): string => (label === "" ? url : `${label} <${url}>`);
