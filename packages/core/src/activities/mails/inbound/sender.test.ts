import { expect, it } from "vitest";
import { bareHeader, isOneMailbox } from "./bare-header.ts";
import { parseMail } from "./parse.ts";
import { isVerified } from "./sender.ts";

const own = "dana@customer.example";
const signed = (domain: string) => `amazonses.com; spf=pass client-ip=192.0.2.1; dkim=pass header.i=@${domain};`;
const none = { spf: "", dkim: "", dmarc: "", envelopeFrom: "" };

it.each([
  ["DMARC passed", true, { dmarc: "PASS" }, ""],
  [
    "DMARC failed, whatever else passed",
    false,
    { dmarc: "FAIL", spf: "PASS", dkim: "PASS", envelopeFrom: own },
    signed("customer.example"),
  ],
  ["nothing is known", false, {}, ""],
  ["SPF of the sender's domain", true, { dmarc: "GRAY", spf: "PASS", envelopeFrom: own }, ""],
  ["SPF of a subdomain", true, { dmarc: "GRAY", spf: "PASS", envelopeFrom: "b@bounce.customer.example" }, ""],
  ["SPF of another domain", false, { dmarc: "GRAY", spf: "PASS", envelopeFrom: "eve@evil.example" }, ""],
  ["SPF of a domain that ends alike", false, { dmarc: "GRAY", spf: "PASS", envelopeFrom: "eve@evilcustomer.example" }, ""],
  ["SPF of a top-level domain", false, { dmarc: "GRAY", spf: "PASS", envelopeFrom: "eve@example" }, ""],
  ["SPF without an envelope address", false, { dmarc: "GRAY", spf: "PASS" }, ""],
  ["DKIM of the sender's domain", true, { dmarc: "GRAY", dkim: "PASS" }, signed("customer.example")],
  ["DKIM of another domain", false, { dmarc: "GRAY", dkim: "PASS" }, signed("evil.example")],
  ["DKIM that failed", false, { dmarc: "GRAY", dkim: "FAIL" }, signed("customer.example")],
  [
    "results of another server",
    false,
    { dmarc: "GRAY", dkim: "PASS" },
    signed("customer.example").replace("amazonses.com", "mx.evil.example"),
  ],
  [
    "results within an address",
    false,
    { dmarc: "GRAY", dkim: "PASS" },
    'amazonses.com; spf=pass envelope-from="a; dkim=pass header.i=@customer.example"@evil.example; dkim=pass header.i=@evil.example;',
  ],
  [
    "results in an unquoted name",
    false,
    { dmarc: "GRAY", dkim: "PASS" },
    "amazonses.com; spf=pass (x) helo=x;dkim=pass header.i=@customer.example; dkim=pass header.i=@evil.example",
  ],
  [
    "results after a quote within a comment",
    false,
    { dmarc: "GRAY", dkim: "PASS" },
    'amazonses.com; spf=none (a"b) x=");dkim=pass header.i=@customer.example;("@evil.example; y="x); dkim=pass header.i=@evil.example',
  ],
  ["results of endless quotes", false, { dmarc: "GRAY", dkim: "PASS" }, `amazonses.com;${'"\\\\'.repeat(120_000)}`],
  [
    "results within a comment",
    false,
    { dmarc: "GRAY", dkim: "PASS" },
    "amazonses.com; spf=pass (x; dkim=pass header.i=@customer.example;); dkim=pass header.i=@evil.example",
  ],
])("%s: %s", (_, expected, checks, authentication) => {
  const mail = { from: { email: own, name: null }, hasOneSender: true, authentication };
  expect(isVerified(mail, { ...none, ...checks })).toBe(expected);
});

it.each([
  ["a domain beside it", "news.customer.example", "bounce.customer.example", true],
  ["one below a public suffix of two parts", "customer.co.il", "mail.customer.co.il", true],
  ["another below the same public suffix", "customer.co.il", "evil.co.il", false],
  ["the public suffix itself", "customer.co.il", "co.il", false],
  ["one that a host has handed out beside it", "customer.github.io", "evil.github.io", false],
  ["the host that has handed it out", "customer.github.io", "github.io", false],
  ["one that the host has handed out", "github.io", "evil.github.io", false],
])("%s: %s and %s are aligned: %s", (_, domain, signer, expected) => {
  const mail = { from: { email: `dana@${domain}`, name: null }, hasOneSender: true, authentication: signed(signer) };
  expect(isVerified(mail, { ...none, dmarc: "GRAY", dkim: "PASS" })).toBe(expected);
  expect(isVerified(mail, { ...none, dmarc: "GRAY", spf: "PASS", envelopeFrom: `b@${signer}` })).toBe(expected);
});

it("reads the topmost results, which the sender did not write, and notices two senders", async () => {
  const read = (...lines: string[]) => parseMail(new Uint8Array(Buffer.from([...lines, "", "Hello"].join("\r\n"))));
  const [theirs, ours] = [signed("customer.example"), signed("evil.example")];
  const mail = await read(`Authentication-Results: ${ours}`, `Authentication-Results: ${theirs}`, `From: Dana <${own}>`);
  expect(mail).toMatchObject({ authentication: ours, hasOneSender: true });
  expect(isVerified(mail ?? expect.fail(), { ...none, dkim: "PASS" })).toBe(false);
  const twice = await read(`From: Dana <${own}>`, "From: Eve <eve@evil.example>");
  expect(isVerified(twice ?? expect.fail(), { ...none, dmarc: "PASS" })).toBe(false);
});

it.each([
  ["Dana <dana@customer.example>", true],
  ['"Kaye, Dana (dana@other.example)" <dana@customer.example>', true],
  [" dana@customer.example (Dana)", true],
  ["dana@customer.example, eve@evil.example", false],
  ["<dana@customer.example> <eve@evil.example>", false],
  ["dana@customer.example; eve@evil.example", false],
  [", dana@customer.example", false],
  ["eve, Dana <dana@customer.example>", false],
  ["eve; Dana <dana@customer.example>", false],
  ['"dana@customer.example"', false],
  ["Friends: dana@customer.example;", false],
  ["Dana <dana@customer.example", false],
  ['Dana "<dana@customer.example>', false],
])("%s names one mailbox: %s", (value, expected) => {
  expect(isOneMailbox([value])).toBe(expected);
  expect(isOneMailbox([value, value])).toBe(false);
});

it("reads any header in one pass", () => {
  for (const piece of ['"\\', "(", '("', "\\", ')"'])
    expect(bareHeader(piece.repeat(100_000))?.length ?? 0).toBeLessThan(400_001);
});
