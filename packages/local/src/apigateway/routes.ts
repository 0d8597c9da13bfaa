export interface RouteMatch<T> {
  readonly routeKey: string;
  readonly target: T;
  /** Undefined when the route has no parameters, as in the event. */
  readonly pathParameters: Readonly<Record<string, string>> | undefined;
}

interface Route<T> {
  readonly routeKey: string;
  readonly method: string;
  readonly segments: readonly string[];
  readonly target: T;
}

/** The routes of an HTTP API: `GET /files/{fileId}`, `ANY /api/{proxy+}`. */
export class RouteTable<T> {
  readonly #routes: Route<T>[] = [];

  add(routeKey: string, target: T): void {
    const [method = "", path = ""] = routeKey.split(" ");
    this.#routes.push({ routeKey, method, segments: segmentsOf(path), target });
  }

  /** The most specific route, as API Gateway picks it: fixed segments before {parameters}, {greedy+} last, a method before ANY. */
  match(method: string, path: string): RouteMatch<T> | undefined {
    const segments = segmentsOf(path);
    const [best] = this.#routes
      .filter((route) => (route.method === method || route.method === "ANY") && matches(route.segments, segments))
      .toSorted((a, b) => compare(specificity(b), specificity(a)));
    return best && { routeKey: best.routeKey, target: best.target, pathParameters: parametersOf(best.segments, segments) };
  }
}

const segmentsOf = (path: string) => path.replace(/^\//, "").split("/");
const isGreedy = (segment: string) => segment.startsWith("{") && segment.endsWith("+}");
const isParameter = (segment: string) => segment.startsWith("{");

function matches(pattern: readonly string[], actual: readonly string[]): boolean {
  const greedy = isGreedy(pattern.at(-1) ?? "");
  if (greedy ? actual.length < pattern.length : actual.length !== pattern.length) return false;
  return pattern.every((segment, index) => (isParameter(segment) ? actual[index] !== "" : segment === actual[index]));
}

function parametersOf(pattern: readonly string[], actual: readonly string[]): Record<string, string> | undefined {
  const parameters = pattern.flatMap((segment, index): [string, string][] => {
    if (isGreedy(segment)) return [[segment.slice(1, -2), actual.slice(index).join("/")]];
    return isParameter(segment) ? [[segment.slice(1, -1), actual[index] ?? ""]] : [];
  });
  return parameters.length === 0 ? undefined : Object.fromEntries(parameters);
}

/** Compared number by number: segment by segment fixed, parameter, greedy; then the method. */
function specificity(route: Route<unknown>): number[] {
  const segments = route.segments.map((segment) => (isGreedy(segment) ? 1 : isParameter(segment) ? 2 : 3));
  return [...segments, 0, route.method === "ANY" ? 0 : 1];
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
