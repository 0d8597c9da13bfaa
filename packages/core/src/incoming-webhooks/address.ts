import { env } from "../kernel/env.ts";
import { type Id, isId, type OrgId } from "../kernel/id.ts";
import { isSigned, signatureOf } from "../kernel/seal.ts";

export const hookPath = "/api/hooks/in/";

interface Address {
  readonly orgId: OrgId;
  readonly webhookId: Id<"inw">;
  /** Which of the webhook's URLs it is: an earlier one is no longer valid. */
  readonly number: number;
}

const signedText = ({ orgId, webhookId, number }: Address) => `${orgId}.${webhookId}.${number}`;

/** The URL that other systems call. */
export const incomingUrl = (address: Address): string =>
  `${env("PUBLIC_ORIGIN")}${hookPath}${signedText(address)}.${signatureOf(signedText(address), "incoming address")}`;

/** What a URL's last part says; undefined if Kartis did not issue it. Checked without a read. */
export function readAddress(token: string): Address | undefined {
  const [orgId, webhookId, number = "", signature = "", ...rest] = token.split(".");
  if (!isId("org", orgId) || !isId("inw", webhookId) || !/^[1-9]\d{0,6}$/.test(number) || rest.length > 0) return undefined;
  const address = { orgId, webhookId, number: Number(number) };
  return isSigned(signedText(address), signature, "incoming address") ? address : undefined;
}
