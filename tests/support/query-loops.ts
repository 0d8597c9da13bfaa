/** A line of what SQLite answers to EXPLAIN. */
export interface Instruction {
  readonly addr: number;
  readonly opcode: string;
  readonly p1: number;
  readonly p2: number;
  readonly p3: number;
  readonly p4: string | null;
}

/** Lines of EXPLAIN as SQLite answers them. */
export const programOf = (rows: readonly Readonly<Record<string, unknown>>[]): Instruction[] =>
  rows.map(({ addr, opcode, p1, p2, p3, p4 }) => ({
    addr: Number(addr),
    opcode: String(opcode),
    p1: Number(p1),
    p2: Number(p2),
    p3: Number(p3),
    p4: typeof p4 === "string" ? p4 : null,
  }));

/** The loops over rows of a table or a text index that never look at the time. Temporary tables and the rows of a JSON parameter are no longer than what filled them. */
export function endlessLoops(program: readonly Instruction[]): Instruction[] {
  const cursors = new Set(
    program
      .filter(({ opcode, p3, p4 }) => (opcode === "OpenRead" && p3 === 0) || (opcode === "VFilter" && p4 !== null && p4 !== ""))
      .map(({ p1 }) => p1),
  );
  const looks = program.filter(({ opcode, p4 }) => opcode === "Function" && p4?.startsWith("in_time") === true);
  return program.filter(
    ({ opcode, addr, p1, p2 }) =>
      /^(?:Next|Prev|VNext)$/.test(opcode) && cursors.has(p1) && !looks.some((look) => look.addr >= p2 && look.addr <= addr),
  );
}
