import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressProblem, isPublicAddress } from "./address.ts";
import { callPublicly, type CallLimits } from "./index.ts";

/** Addresses of private networks, this machine and cloud metadata services, in every notation that a URL allows. */
const refused = [
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0177.0.0.1/",
  "https://0/",
  "https://0.0.0.0/",
  "https://①②⑦.0.0.1/",
  "https://10.0.0.1/",
  "https://172.16.0.1/",
  "https://172.31.255.255/",
  "https://192.168.1.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://0xa9fea9fe/",
  "https://100.64.0.1/",
  "https://100.127.255.255/",
  "https://168.63.129.16/",
  "https://198.18.0.1/",
  "https://224.0.0.1/",
  "https://255.255.255.255/",
  "https://[::]/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:a9fe:a9fe]/",
  "https://[::127.0.0.1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[64:ff9b:1::1]/",
  "https://[fc00::1]/",
  "https://[fd00:ec2::254]/",
  "https://[fe80::1]/",
  "https://[fec0::1]/",
  "https://[ff02::1]/",
  "https://[2001:db8::1]/",
  "https://[2001::1]/",
  "https://[2002:7f00:1::]/",
  "https://localhost/",
  "https://localhost./",
  "https://LOCALHOST/",
  "https://kartis.localhost/",
  "https://metadata.google.internal/",
  "https://printer.local/",
  "https://intranet/",
];
const neverCalled = () => Promise.reject(new Error("Resolved an address that is refused by its text"));

describe("an address", () => {
  it.each(refused)("%s is refused by its text, without connecting", async (url) => {
    expect(addressProblem(url, undefined)).toBe("notPublic");
    const outcome = await callPublicly({ url, headers: {}, body: "" }, undefined, { resolve: neverCalled });
    expect(outcome).toEqual({ kind: "unanswered", reason: "refused" });
  });

  it.each([
    ["http://hooks.example.com/", "notHttps"],
    ["ftp://hooks.example.com/", "invalid"],
    ["file:///etc/passwd", "invalid"],
    ["https://me:secret@hooks.example.com/", "invalid"],
    ["not an address", "invalid"],
    ["https://", "invalid"],
  ] as const)("%s is %s", (url, problem) => expect(addressProblem(url, undefined)).toBe(problem));

  it.each(["https://hooks.example.com/a?b=c", "https://1.1.1.1/", "https://[2606:4700::1111]/", "https://example.com:8443/"])(
    "%s may be called",
    (url) => expect(addressProblem(url, undefined)).toBeUndefined(),
  );

  it("in a private range of the registry is never public", () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(octet, octet, octet, (b, c, d) => {
        for (const a of [0, 10, 127, 224, 240, 255]) expect(isPublicAddress(`${a}.${b}.${c}.${d}`)).toBe(false);
        expect(isPublicAddress(`169.254.${c}.${d}`)).toBe(false);
        expect(isPublicAddress(`172.${16 + (b % 16)}.${c}.${d}`)).toBe(false);
        expect(isPublicAddress(`100.${64 + (b % 64)}.${c}.${d}`)).toBe(false);
        expect(isPublicAddress(`::ffff:${a16(b, c)}:${a16(c, d)}`)).toBe(false);
        expect(isPublicAddress(`8.${b}.${c}.${d}`)).toBe(true);
      }),
    );
  });

  it("on this machine may be called only under the allowed prefix", () => {
    const localPrefix = "http://localhost:3000/local/webhooks";
    expect(addressProblem(`${localPrefix}/receiver`, localPrefix)).toBeUndefined();
    for (const url of [
      "http://localhost:3000/api/trpc",
      "http://localhost:3001/local/webhooks/receiver",
      "http://localhost:3000/local/webhooks-of-others",
      `${localPrefix}/../../api/trpc`,
      "http://localhost:3000@127.0.0.1/local/webhooks/receiver",
    ])
      expect(addressProblem(url, localPrefix)).toBeDefined();
    expect(addressProblem(`${localPrefix}/receiver`, undefined)).toBe("notHttps");
  });
});

const a16 = (high: number, low: number): string => (high * 256 + low).toString(16);

describe("a name", () => {
  const url = "https://hooks.example.com/";
  const call = { url, headers: {}, body: "{}" };

  it.each([["127.0.0.1"], ["169.254.169.254"], ["::1"], ["fd00::1"], ["::ffff:10.0.0.1"]])(
    "that resolves to %s is refused, even beside a public address",
    async (address) => {
      for (const addresses of [[address], ["1.1.1.1", address]])
        expect(await callPublicly(call, undefined, { resolve: () => Promise.resolve(addresses) })).toEqual({
          kind: "unanswered",
          reason: "refused",
        });
    },
  );

  it("is resolved once, so a later resolution to a private address has no effect", async () => {
    const answers = [["192.0.2.1"], ["127.0.0.1"]];
    let asked = 0;
    const limits = { connectMs: 50, wholeMs: 200, readBytes: 10, keptBytes: 10 };
    const outcome = await callPublicly(call, undefined, { resolve: () => Promise.resolve(answers[asked++] ?? []), limits });
    expect([outcome, asked]).toEqual([{ kind: "unanswered", reason: "refused" }, 1]);
  });

  it("that does not exist or cannot be resolved in time is reported as unresolved", async () => {
    const limits = { connectMs: 50, wholeMs: 200, readBytes: 10, keptBytes: 10 };
    const missing = () => Promise.reject(Object.assign(new Error("ENOTFOUND"), { code: "ENOTFOUND" }));
    expect(await callPublicly(call, undefined, { resolve: missing })).toEqual({ kind: "unanswered", reason: "unresolved" });
    const never = () => new Promise<never>(() => {});
    expect(await callPublicly(call, undefined, { resolve: never, limits })).toEqual({ kind: "unanswered", reason: "timeout" });
  });
});

describe("a call", () => {
  let server: Server;
  let localPrefix: string;
  let requests: { readonly path: string; readonly host: string | undefined; readonly body: string }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        const path = request.url ?? "";
        requests.push({ path, host: request.headers.host, body });
        if (path.endsWith("/redirect")) response.writeHead(307, { location: "http://169.254.169.254/" }).end();
        else if (path.endsWith("/huge")) response.writeHead(200).end(Buffer.alloc(5_000_000, "x"));
        else if (path.endsWith("/silent")) request.socket.destroy();
        else if (path.endsWith("/slow")) setTimeout(() => response.writeHead(200).end(), 5_000).unref();
        else if (path.endsWith("/dripping")) response.writeHead(202).write("first");
        else response.writeHead(200, { "x-answer": "yes" }).end("thanks");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    localPrefix = `http://localhost:${(server.address() as AddressInfo).port}/hooks`;
  });
  afterAll(() => server.closeAllConnections());
  const limits: CallLimits = { connectMs: 500, wholeMs: 700, readBytes: 65_536, keptBytes: 4_096 };
  const at = async (path: string) => {
    requests = [];
    return callPublicly({ url: `${localPrefix}${path}`, headers: { "content-type": "text/plain" }, body: "hé" }, localPrefix, {
      limits,
    });
  };

  it("sends the name it was given, and returns status, headers and body", async () => {
    expect(await at("/fine?a=b")).toMatchObject({ kind: "answered", status: 200, body: "thanks", isCut: false });
    expect(requests).toEqual([{ path: "/hooks/fine?a=b", host: new URL(localPrefix).host, body: "hé" }]);
  });

  it("does not follow a redirect", async () => {
    expect(await at("/redirect")).toMatchObject({ kind: "answered", status: 307 });
    expect(requests).toHaveLength(1);
  });

  it("keeps the beginning of a response, and stops reading at the limit", async () => {
    const outcome = await at("/huge");
    expect(outcome).toMatchObject({ kind: "answered", status: 200, isCut: true });
    expect(outcome.kind === "answered" && outcome.body.length).toBe(4_096);
  });

  it("reports a timeout or a broken connection; an unfinished response still has a status", async () => {
    expect(await at("/slow")).toEqual({ kind: "unanswered", reason: "timeout" });
    expect(await at("/silent")).toEqual({ kind: "unanswered", reason: "broken" });
    expect(await at("/dripping")).toMatchObject({ kind: "answered", status: 202, body: "first", isCut: true });
  });

  it("to a port where nothing listens is reported as unreached", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const url = `http://localhost:${(closed.address() as AddressInfo).port}/hooks`;
    await new Promise((resolve) => closed.close(resolve));
    expect(await callPublicly({ url, headers: {}, body: "" }, url, { limits })).toEqual({
      kind: "unanswered",
      reason: "unreached",
    });
  });
});
