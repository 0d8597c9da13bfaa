import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { functions } from "@kartis/functions/functions.ts";
import { type Cloud, startCloud } from "@kartis/local/cloud.ts";
import { repositoryRoot } from "@kartis/stacks/bundle.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession } from "../bench/session.ts";

/** Checks what a security scanner looks for (OWASP ASVS 5.0 V3, ZAP's passive rules), on every kind of answer from the origin. */
let cloud: Cloud;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "kartis-headers-"));
  const webDist = join(dataDir, "site");
  await mkdir(join(webDist, "assets"), { recursive: true });
  await writeFile(join(webDist, "index.html"), "<!doctype html><title>Kartis</title>");
  await writeFile(join(webDist, "assets/index-12345678.js"), "export {};");
  await mkdir(join(webDist, "forms"));
  await writeFile(join(webDist, "form.html"), "<!doctype html><title>Form</title>");
  await writeFile(join(webDist, "forms/embed.js"), "");
  cloud = await startCloud({ dataDir, webDist, functions, subscriptions: [], buildDir: join(repositoryRoot, ".local/build") });
});
afterAll(async () => {
  await cloud.close();
  await rm(dataDir, { recursive: true, force: true });
});

const answers = [
  ["a page", "GET", "/settings/user"],
  ["a script", "GET", "/assets/index-12345678.js"],
  ["a file that is not there", "GET", "/assets/none-12345678.js"],
  ["a method that is none", "DELETE", "/"],
  ["a call that is refused", "POST", "/api/trpc/identity.me"],
  ["a call that answers", "POST", "/api/trpc/identity.signInOptions"],
  ["a route that is not there", "GET", "/api/none"],
  ["a file's link", "GET", "/files/fil_01ARZ3NDEKTSV4RRFFQ69G5FAV"],
] as const;

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(cloud.origin + path, {
    method,
    redirect: "manual",
    headers: { accept: path.startsWith("/settings") ? "text/html" : "*/*", "content-type": "application/json", ...headers },
    ...(method === "POST" ? { body: "{}" } : {}),
  });

describe.each(answers)("%s", (_, method, path) => {
  it("says what may be loaded, framed, guessed, referred to and asked of the device", async () => {
    const { headers } = await ask(method, path);
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
    });
    const policy = new Map(
      (headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources] as const;
      }),
    );
    for (const name of ["default-src", "script-src", "style-src", "form-action"]) expect(policy.get(name)).toEqual(["'self'"]);
    for (const name of ["object-src", "base-uri", "frame-ancestors"]) expect(policy.get(name)).toEqual(["'none'"]);
    expect([...policy.values()].flat()).not.toContain("*");
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
  });

  it("says nothing of what it is made with, and lets no other site read it", async () => {
    const { headers } = await ask(method, path, { origin: "https://evil.example" });
    for (const name of ["server", "x-powered-by", "access-control-allow-origin"]) expect(headers.get(name)).toBeNull();
  });
});

it("other sites may frame the page of a form and load its script, and nothing else", async () => {
  for (const path of ["/forms/org_1.frm_1.signature", "/forms/preview", "/forms/embed.js"]) {
    const response = await ask("GET", path);
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(headers.get("x-frame-options")).toBeNull();
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors *");
    expect(policy.replace("frame-ancestors *", "frame-ancestors 'none'")).toBe(
      (await ask("GET", "/settings/user")).headers.get("content-security-policy"),
    );
    for (const name of ["access-control-allow-origin", "set-cookie"]) expect(headers.get(name)).toBeNull();
  }
  for (const path of ["/form.html", "/forms", "/x/forms/preview"])
    expect((await ask("GET", path)).headers.get("x-frame-options"), path).toBe("DENY");
});

it("no page has a script, style or handler of its own in it: the policy would not run them", async () => {
  for (const name of ["index", "form"]) {
    const page = (await readFile(join(repositoryRoot, `web/${name}.html`), "utf8")).replaceAll(/<!--.*?-->/gs, "");
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(page).not.toMatch(/<style|\son\w+=|javascript:/);
  }
});

it("answers of the API are kept by no cache", async () => {
  for (const path of ["/api/trpc/identity.me", "/api/trpc/identity.signInOptions"])
    expect((await ask("POST", path)).headers.get("cache-control")).toBe("no-store");
});

it("cookies of a session are out of scripts' reach, off other sites' posts, and gone with signing out", async () => {
  const session = await openSession(cloud.origin);
  const cookie = [...session.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await ask("POST", "/api/trpc/identity.signOut", { cookie });
  const set = response.headers.getSetCookie();
  expect(new Set(set.map((each) => each.split("=")[0]))).toEqual(new Set(["kartis_org", "kartis_session", "kartis_view_as"]));
  for (const each of set) expect(each).toMatch(/^kartis_\w+=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/);
  expect((await ask("POST", "/api/trpc/identity.me", { cookie })).status).toBe(401);
  session.close();
});

it("a call is a post from one's own pages: no link and no other site's form makes one", async () => {
  const session = await openSession(cloud.origin);
  const cookie = [...session.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  expect((await ask("GET", "/api/trpc/identity.signOut?input={}", { cookie })).status).toBeGreaterThanOrEqual(400);
  for (const origin of ["https://evil.example", "null", `${cloud.origin}.evil.example`])
    expect((await ask("POST", "/api/trpc/identity.signOut", { cookie, origin })).status).toBe(403);
  expect((await ask("POST", "/api/trpc/identity.me", { cookie })).status).toBe(200);
  session.close();
});
