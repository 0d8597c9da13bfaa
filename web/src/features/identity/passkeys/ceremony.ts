import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";
import type { MessageKey } from "@kartis/i18n/messages.ts";
import type { RouterInputs, RouterOutputs } from "../../../lib/types.ts";

type CreationOptions = RouterOutputs["identity"]["startPasskey"];
type RequestOptions = RouterOutputs["identity"]["startPasskeySignIn"];
type Registration = RouterInputs["identity"]["addPasskey"]["registration"];
export type Assertion = RouterInputs["identity"]["signInWithPasskey"]["assertion"];

/** Why the browser or the device ended it. */
export class CeremonyFailure extends Error {
  override name = "CeremonyFailure";
  readonly messageKey: MessageKey;
  /** Ended by the site itself, for another ceremony or because the page was left. */
  readonly isAbort: boolean;

  constructor(cause: unknown) {
    super("The browser gave no passkey", { cause });
    const { code, name } = cause instanceof WebAuthnError ? cause : { code: undefined, name: undefined };
    this.isAbort = code === "ERROR_CEREMONY_ABORTED";
    this.messageKey =
      code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"
        ? "errors.passkeyKnown"
        : this.isAbort || name === "NotAllowedError"
          ? "errors.passkeyCanceled"
          : "errors.passkeyUnsupported";
  }
}

const failed = (cause: unknown): never => {
  throw new CeremonyFailure(cause);
};

export const hasPasskeys = (): boolean => browserSupportsWebAuthn();

/** Whether the browser offers passkeys when it autofills a field. */
export const offersPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill();

/** Asks the browser to make a passkey. Throws CeremonyFailure. */
export async function makePasskey(optionsJSON: CreationOptions): Promise<Registration> {
  return startRegistration({ optionsJSON }).catch(failed);
}

/** Asks the browser for a signature: in a dialog, or, `quietly`, when the person picks a passkey in the field for the address. Throws CeremonyFailure. */
export async function signByPasskey(optionsJSON: RequestOptions, { quietly = false } = {}): Promise<Assertion> {
  return startAuthentication({ optionsJSON, useBrowserAutofill: quietly }).catch(failed);
}

export const stopCeremony = (): void => WebAuthnAbortService.cancelCeremony();

/** Asks the device or password manager to hide a passkey that no longer works here. Where the browser cannot, it is still offered, and rejected. */
export async function forgetPasskey(credentialID: string): Promise<void> {
  await sendSignal({ signalName: "unknownCredential", rpID: location.hostname, credentialID }).catch(() => undefined);
}
