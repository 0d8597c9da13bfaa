/** One JSON object a line, which CloudWatch Logs Insights reads by field. Never a body, a cookie or a value of a card. */
export function log(level: "info" | "error", message: string, details: Readonly<Record<string, unknown>>): void {
  const plain = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      value instanceof Error
        ? {
            name: value.name,
            message: value.message,
            stack: value.stack,
            cause: value.cause instanceof Error ? value.cause.message : undefined,
          }
        : value,
    ]),
  );
  process.stdout.write(`${JSON.stringify({ level, message, at: new Date().toISOString(), ...plain })}\n`);
}
