import errors from "@kartis/i18n/catalogues/en/errors.json" with { type: "json" };
import { createTranslate } from "@kartis/i18n/create-translate.ts";
import { expect, it, vi } from "vitest";
import { errorMessage, errorTitle } from "./errors.ts";

const translate = createTranslate("en", { errors });
vi.mock("./i18n.tsx", () => ({ currentTranslate: () => translate }));

it("says that something has changed only of what has", () => {
  expect(errorTitle({ code: "PRECONDITION_FAILED", text: "" })).toBe("Changed in the meantime");
  const missing = { code: "PRECONDITION_FAILED", text: "", messageKey: "errors.voipExtension" };
  expect(errorTitle(missing)).toBe("Not possible now");
  expect(errorMessage(missing)).toBe("To call from Kartis, enter your VoIP extension in your profile.");
});

it("calls an error that has no words by its code", () => {
  expect(errorTitle({ code: "NO_SUCH_CODE", text: "" })).toBe("NO_SUCH_CODE");
});
