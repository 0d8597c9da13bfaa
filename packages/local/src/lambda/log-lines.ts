/** Makes whole lines of the pieces of text that functions write, each function's for itself. */
export function toLines(onLine: (functionName: string, line: string) => void): (functionName: string, text: string) => void {
  const rests = new Map<string, string>();
  return (functionName, text) => {
    const lines = ((rests.get(functionName) ?? "") + text).split("\n");
    rests.set(functionName, lines.pop() ?? "");
    for (const line of lines) onLine(functionName, line);
  };
}
