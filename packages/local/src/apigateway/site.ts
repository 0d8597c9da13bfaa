import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { readFile, stat } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { isFormPath } from "./security-headers.ts";
import { brotliCompress, constants, gzip } from "node:zlib";

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".pdf": "application/pdf",
};
const compressible = /^(text\/|image\/svg|application\/(json|manifest|wasm))/;

/** Files named by their content hash: `assets/base-DdN3x_9a.js`, `assets/Bq0_x-9.js`. */
const hashed = /^\/assets\/(.+-)?[\w-]{7,}\.\w+$/;

type Encoding = "br" | "gzip" | "identity";

interface LoadedFile {
  readonly modifiedMs: number;
  readonly etag: string;
  readonly content: Buffer;
  /** Compressed at first use, then kept: a file is compressed once per encoding. */
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

export interface Site {
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
}

/** Headers of its pages, and of those of lead forms. */
interface SiteHeaders {
  readonly site: Readonly<Record<string, string>>;
  readonly forms: Readonly<Record<string, string>>;
}

/** The built single-page application and the page of lead forms, as CloudFront serves them from their bucket. */
export function createSite(webDist: string, { site, forms }: SiteHeaders): Site {
  const root = resolve(webDist);
  const files = new Map<string, LoadedFile>();

  async function load(path: string): Promise<LoadedFile | undefined> {
    const file = resolve(join(root, path));
    if (!file.startsWith(root + sep)) return undefined;
    // What is named by its content stays as it is: a page asks for hundreds of these.
    if (hashed.test(path) && files.has(file)) return files.get(file);
    const info = await stat(file).catch(() => undefined);
    if (!info?.isFile()) return undefined;
    const known = files.get(file);
    if (known?.modifiedMs === info.mtimeMs) return known;
    const content = await readFile(file);
    const etag = createHash("sha256").update(content).digest("base64url").slice(0, 22);
    const loaded = { modifiedMs: info.mtimeMs, etag, content, encoded: new Map<Encoding, Promise<Buffer>>() };
    files.set(file, loaded);
    return loaded;
  }

  return {
    async handle(request, response, url) {
      const isForm = isFormPath(url.pathname);
      const headers = isForm ? forms : site;
      if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, "Method Not Allowed", headers);
      let path = decodedPath(url);
      // A form's address ends in its token, which has dots.
      if (isForm && path !== "/forms/embed.js") path = "/form.html";
      let file = path === undefined ? undefined : await load(path === "/" ? "/index.html" : path);
      // The application routes in the browser, so an unknown page is its index; an unknown asset is not.
      if (file === undefined && (request.headers.accept ?? "").includes("text/html")) file = await load((path = "/index.html"));
      if (file === undefined || path === undefined) return refuse(response, 404, "Not Found", headers);

      const contentType = contentTypes[extname(path === "/" ? "index.html" : path)] ?? "application/octet-stream";
      const encoding = compressible.test(contentType) ? encodingFor(request.headers["accept-encoding"]) : "identity";
      const etag = `"${file.etag}${encoding === "identity" ? "" : `-${encoding}`}"`;
      const caching = {
        ...headers,
        etag,
        vary: "accept-encoding",
        "cache-control": hashed.test(path) ? "public, max-age=31536000, immutable" : "no-cache",
      };
      if (request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag)) {
        response.writeHead(304, caching).end();
        return;
      }
      const body = await encode(file, encoding);
      response.writeHead(200, {
        ...caching,
        "content-type": contentType,
        "content-length": body.length,
        ...(encoding !== "identity" && { "content-encoding": encoding }),
      });
      response.end(request.method === "HEAD" ? undefined : body);
    },
  };
}

function decodedPath(url: URL): string | undefined {
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return undefined;
  }
}

function encodingFor(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? "")
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";")[0]?.trim());
  return names.includes("br") ? "br" : names.includes("gzip") ? "gzip" : "identity";
}

function encode(file: LoadedFile, encoding: Encoding): Promise<Buffer> {
  const known = file.encoded.get(encoding);
  if (known !== undefined) return known;
  const encoded = encoders[encoding](file.content);
  file.encoded.set(encoding, encoded);
  return encoded;
}

const encoders: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) =>
    // 11 would take seconds for the larger chunks; 6 is within a few percent of it.
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (content) => promisify(gzip)(content),
  identity: (content) => Promise.resolve(content),
};

function refuse(response: ServerResponse, status: number, text: string, headers: Readonly<Record<string, string>>): void {
  response.writeHead(status, { ...headers, "content-type": "text/plain; charset=utf-8" }).end(text);
}
