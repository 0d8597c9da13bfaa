import { describe, expect, it } from "vitest";
import { isSenderVerified, type SenderVerdicts } from "./sender.ts";

const from = "dana@galil.example";
const signed = (domain: string) => `amazonses.com; spf=pass; dkim=pass header.i=@${domain}; dmarc=none`;

describe("the sender of a mail", () => {
  it.each<[string, SenderVerdicts, string, boolean]>([
    ["DMARC passed", { dmarc: "PASS", spf: "FAIL", dkim: "GRAY" }, "", true],
    [
      "DMARC failed, whatever else passed",
      { dmarc: "FAIL", spf: "PASS", dkim: "PASS", envelopeFrom: from },
      signed("galil.example"),
      false,
    ],
    ["nobody has checked", {}, signed("galil.example"), false],
    ["the check did not work", { dmarc: "PROCESSING_FAILED", spf: "PROCESSING_FAILED", envelopeFrom: from }, "", false],
    ["SPF of its domain", { dmarc: "GRAY", spf: "PASS", envelopeFrom: from }, "", true],
    ["SPF of a domain below", { dmarc: "GRAY", spf: "PASS", envelopeFrom: "bounce@mail.Galil.example" }, "", true],
    ["SPF of another domain", { dmarc: "GRAY", spf: "PASS", envelopeFrom: "x@evil.example" }, "", false],
    ["SPF of a domain that only ends alike", { dmarc: "GRAY", spf: "PASS", envelopeFrom: "x@notgalil.example" }, "", false],
    ["SPF of a top-level domain", { dmarc: "GRAY", spf: "PASS", envelopeFrom: "x@example" }, "", false],
    ["SPF of a bounce, which has no sender", { dmarc: "GRAY", spf: "PASS", envelopeFrom: "" }, "", false],
    ["DKIM of its domain", { dmarc: "GRAY", dkim: "PASS" }, signed("galil.example"), true],
    ["DKIM of another domain", { dmarc: "GRAY", dkim: "PASS" }, signed("evil.example"), false],
    [
      "DKIM by a header that SES has not written",
      { dmarc: "GRAY", dkim: "PASS" },
      "evil.example; dkim=pass header.i=@galil.example",
      false,
    ],
    ["DKIM that failed", { dmarc: "GRAY", dkim: "FAIL" }, signed("galil.example"), false],
  ])("%s", (_, verdicts, results, verified) => {
    expect(isSenderVerified(from, verdicts, results)).toBe(verified);
  });
});
