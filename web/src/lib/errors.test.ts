import errors from "@kartis/i18n/catalogues/en/errors.json" with { type: "json" };
import { createTranslate } from "@kartis/i18n/create-translate.ts";
import { expect, it, vi } from "vitest";
import { errorMessage, errorTitle, toAppError } from "./errors.ts";

const translate = createTranslate("en", { errors });
vi.mock("./i18n.tsx", () => ({ currentTranslate: () => translate }));

it("says that something has changed only of what has", () => {
  expect(errorTitle({ code: "PRECONDITION_FAILED", text: "" })).toBe("Changed in the meantime");
  const missing = { code: "PRECONDITION_FAILED", text: "", messageKey: "errors.voipExtension" };
  expect(errorTitle(missing)).toBe("Not possible now");
  expect(errorMessage(missing)).toBe("To call from Kartis, you need a VoIP extension. An admin assigns it in Members.");
});

it("calls an error that has no words by its code", () => {
  expect(errorTitle({ code: "NO_SUCH_CODE", text: "" })).toBe("NO_SUCH_CODE");
});

it("prefers the title of the message to that of the code", () => {
  const heavy = { code: "UNPROCESSABLE_CONTENT", text: "", messageKey: "errors.questionTooHeavy" };
  expect(errorTitle(heavy)).toBe("This takes too long");
});

it("says when to try again, where the message does not", () => {
  const refused = { code: "TOO_MANY_REQUESTS", text: "" };
  expect(errorMessage({ ...refused, retryAfterSeconds: 20 })).toBe("Try again in 20 seconds.");
  expect(errorMessage({ ...refused, retryAfterSeconds: 130 })).toBe("Try again in 3 minutes.");
  expect(errorMessage(refused)).toBe("Wait a moment, then try again.");
  const params = { minutes: 2 };
  expect(errorMessage({ ...refused, retryAfterSeconds: 70, params, messageKey: "errors.tooManyAttempts" })).toBe(
    "Too many attempts. Try again in 2 minutes.",
  );
});

it("takes a file that did not arrive for a lost connection, in every browser's words", () => {
  for (const message of [
    "Failed to fetch dynamically imported module: https://kartis.example/assets/a.js",
    "error loading dynamically imported module: https://kartis.example/assets/a.js",
    "Importing a module script failed.",
    "Unable to preload CSS for /assets/a.css",
  ])
    expect(toAppError(new TypeError(message)).code).toBe("HTTP_ERROR");
  expect(toAppError(new TypeError("x is undefined")).code).toBe("UNKNOWN_ERROR");
});
