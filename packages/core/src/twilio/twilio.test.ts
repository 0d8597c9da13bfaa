import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isTwilios } from "./index.ts";

const token = "12345";
const body = "CallSid=CA1234567890ABCDE&Caller=%2B14158675310&Digits=1234&From=%2B14158675310&To=%2B18005551212";
const fields = new URLSearchParams(body);
const names = "CallSidCA1234567890ABCDECaller+14158675310Digits1234From+14158675310To+18005551212";
const signed = (url: string, key = token): string => createHmac("sha1", key).update(`${url}${names}`).digest("base64");

describe("Twilio's signature", () => {
  it("is the one of its documentation's example", () => {
    const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
    expect(isTwilios(url, fields, "GvWf1cFY/Q7PnoempGyD5oXAezc=", token)).toBe(true);
    expect(signed(url)).toBe("GvWf1cFY/Q7PnoempGyD5oXAezc=");
  });

  it.for([
    ["https://kartis.example/hooks/a?call=1", "https://kartis.example:443/hooks/a?call=1"],
    ["http://kartis.example/hooks/a", "http://kartis.example:80/hooks/a"],
  ] as const)("of %s holds with the port left out and named", ([url, withPort]) => {
    for (const spelt of [url, withPort]) expect(isTwilios(url, fields, signed(spelt), token)).toBe(true);
    expect(isTwilios(url, fields, signed(withPort.replace(/:(80|443)/, ":8443")), token)).toBe(false);
  });

  it("of a URL with another port holds for that alone", () => {
    const url = "https://kartis.example:8443/hooks/a";
    expect(isTwilios(url, fields, signed(url), token)).toBe(true);
    for (const other of ["https://kartis.example/hooks/a", "https://kartis.example:443/hooks/a"])
      expect(isTwilios(url, fields, signed(other), token)).toBe(false);
  });

  it("is over each value of a field once, in order", () => {
    const url = "https://kartis.example/hooks/a";
    const made = createHmac("sha1", token).update(`${url}Digits12Digits34To+18005551212`).digest("base64");
    const repeated = new URLSearchParams("To=%2B18005551212&Digits=34&Digits=12&Digits=34");
    expect(isTwilios(url, repeated, made, token)).toBe(true);
  });

  it("does not hold for another URL, other fields, another token, or in another form", () => {
    const url = "https://kartis.example/hooks/a";
    const right = signed(url);
    expect(isTwilios(`${url}?call=1`, fields, right, token)).toBe(false);
    expect(isTwilios(url, new URLSearchParams(`${body}&Extra=`), right, token)).toBe(false);
    expect(isTwilios(url, new URLSearchParams(body.replace("Digits=1234", "Digits=1235")), right, token)).toBe(false);
    expect(isTwilios(url, fields, signed(url, "54321"), token)).toBe(false);
    for (const wrong of ["", "=", right.slice(4), `AAAA${right}`, Buffer.from(right, "base64").toString("hex"), "\u{1f4de}"])
      expect(isTwilios(url, fields, wrong, token)).toBe(false);
  });
});
