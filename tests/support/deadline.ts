import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestModule, TestSpecification, Vitest } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** What `npm test` says of a run: when it ends at the latest, in milliseconds since 1970, and in which turn its files come. */
const until = Number(process.env["KARTIS_UNTIL"] ?? Number.POSITIVE_INFINITY);
const turn = process.env["KARTIS_TURN"];
/** Paths of test files that were changed lately, from the root of the repository, one a line. */
const lately = new Set(process.env["KARTIS_LATELY"]?.split("\n"));

/** What a change anywhere can break, and what nothing else would show: who knows whom, and what each function of the cloud carries and may do. */
const always = /^(tests\/architecture\/|stacks\/src\/bundles\.test\.ts$)/;

/** Node's timers hold no longer time. */
const longestTimer = 2 ** 31 - 1;

/** What is read of an error outside of tests; Vitest hands over what was thrown, as it came out of the worker. */
interface Thrown {
  readonly name?: string;
  readonly message?: string;
  readonly stack?: string;
}

const described = (error: unknown): string => {
  const { name, message, stack } = (typeof error === "object" && error !== null ? error : { message: String(error) }) as Thrown;
  return stack?.includes(message ?? "") ? stack : `${name ?? "Error"}: ${message ?? ""}\n${stack ?? ""}`;
};

/**
 * Ends a run when its time is over: tests that are under way are finished, none begins. Writes which files were asked for, which of them that left out, in whole or
 * in part, and the errors outside of tests: Vitest's own report has such files for failed ones, and says nothing of such errors, nor of a file whose process died
 * before it was read.
 */
export default class Deadline implements Reporter {
  readonly #ended = new Set<string>();
  #asked: readonly string[] = [];
  #vitest: Vitest | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  /** Not before: a run that begins is no longer ended by what was asked earlier. */
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#asked = specifications.map(({ moduleId }) => moduleId);
    if (!Number.isFinite(until)) return;
    const end = () => {
      this.#isOver = true;
      void this.#vitest?.cancelCurrentRun("keyboard-input");
    };
    this.#timer = setTimeout(end, Math.min(Math.max(until - Date.now(), 0), longestTimer));
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    if (!this.#isOver) this.#ended.add(moduleId);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    clearTimeout(this.#timer);
    const isWhole = ({ moduleId, children }: TestModule) => {
      const tests = [...children.allTests()];
      return this.#ended.has(moduleId) || (tests.length > 0 && tests.every((test) => test.result().state !== "skipped"));
    };
    const leftOut = this.#isOver ? modules.filter((module) => !isWhole(module)).map(({ moduleId }) => moduleId) : [];
    const file = process.env["KARTIS_LEFT_OUT"];
    if (file) writeFileSync(file, JSON.stringify({ asked: this.#asked, leftOut, errors: errors.map(described) }));
  }
}

/** Into so many parts the order is divided. */
const parts = 4;

/** Files that share a process do so as long as the next one does as well: those of each part come together. What they leave behind in a process is gone after a part. */
function sharersTogether(files: readonly TestSpecification[]): TestSpecification[] {
  const length = Math.ceil(files.length / parts) || 1;
  const inPart = (part: number) => files.slice(part * length, (part + 1) * length);
  const isSharing = ({ project }: TestSpecification) => !project.config.isolate;
  return Array.from({ length: parts }, (_, part) => inPart(part)).flatMap((some) => [
    ...some.filter((file) => !isSharing(file)),
    ...some.filter(isSharing),
  ]);
}

/**
 * Where a run may end before all files had their turn, those come first that hold for the house as a whole or whose tests were changed lately, and the others in another order for each commit: on a
 * machine that is too slow for all of them, it is not the same ones that are always left out. Otherwise Vitest's own order, the longest first.
 */
export class InTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (turn === undefined) return sharersTogether(await super.sort(files));
    const placed = files.map((file) => {
      const path = relative(this.ctx.config.root, file.moduleId);
      const known = always.test(path) || [...lately].some((changed) => changed.endsWith(path));
      return { file, place: `${known ? 0 : 1}${createHash("sha256").update(turn).update(path).digest("hex")}` };
    });
    return sharersTogether(placed.toSorted((one, other) => (one.place < other.place ? -1 : 1)).map(({ file }) => file));
  }
}
