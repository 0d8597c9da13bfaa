import type { Clock } from "../kernel/clock.ts";
import { env } from "../kernel/env.ts";
import { type Id, isId, type OrgId } from "../kernel/id.ts";
import { isSigned, signatureOf } from "../kernel/seal.ts";
import { quickestMs } from "./rules.ts";

interface Address {
  readonly orgId: OrgId;
  readonly formId: Id<"frm">;
}

const signedText = ({ orgId, formId }: Address) => `${orgId}.${formId}`;

/** The form's page. */
export const formUrl = (address: Address): string =>
  `${env("PUBLIC_ORIGIN")}/forms/${signedText(address)}.${signatureOf(signedText(address), "form address")}`;

/** What a page's last part says; undefined if Kartis did not issue it. Checked without a read. */
export function readAddress(token: string): Address | undefined {
  const [orgId, formId, signature = "", ...rest] = token.split(".");
  if (!isId("org", orgId) || !isId("frm", formId) || rest.length > 0) return undefined;
  const address = { orgId, formId };
  return isSigned(signedText(address), signature, "form address") ? address : undefined;
}

const openedText = (formId: string, at: number) => `${formId}.${at}`;

/** The present instant, signed for the form. */
export function openedNow(formId: Id<"frm">, clock: Clock): string {
  const at = clock.now();
  return `${at}.${signatureOf(openedText(formId, at), "form opened")}`;
}

/** Whether a person can have filled in the form since it was opened. A robot sends at once, or without having opened it. */
export function isPatient(formId: Id<"frm">, opened: string, clock: Clock): boolean {
  const [at = "", signature = ""] = opened.split(".");
  if (!/^\d{1,15}$/.test(at) || !isSigned(openedText(formId, Number(at)), signature, "form opened")) return false;
  return clock.now() - Number(at) >= quickestMs;
}
