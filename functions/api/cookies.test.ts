import { describe, expect, it } from "vitest";
import { readCookies, setCookieHeader } from "./cookies.ts";

const cookie = { name: "kartis_session", value: "token.usr_1", maxAgeSeconds: 60 };
const cloud = "https://crm.example";

describe("cookies", () => {
  it("are for this host alone and for HTTPS alone, out of scripts' reach and off other sites' posts", () => {
    expect(setCookieHeader(cookie, cloud)).toBe(
      "__Host-kartis_session=token.usr_1; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure",
    );
    expect(setCookieHeader(cookie, "http://localhost:3000")).toBe(
      "kartis_session=token.usr_1; Path=/; HttpOnly; SameSite=Lax; Max-Age=60",
    );
  });

  it("come back as they were set", () => {
    for (const origin of [cloud, "http://localhost:3000"]) {
      const [pair = ""] = setCookieHeader(cookie, origin).split(";");
      expect(readCookies([pair, "theme=dark"], origin).get(cookie.name)).toBe(cookie.value);
    }
  });

  it("planted without the prefix, by a subdomain or over plain HTTP, are ignored", () => {
    expect(readCookies(["kartis_session=planted", "nonsense"], cloud)).toEqual(new Map());
  });
});
