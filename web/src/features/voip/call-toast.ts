/** SPEC section 10: the notification of a call closes after 10 seconds. */
export const callToastMs = 10_000;
/** The code of a call's notification. */
export const callToastCode = (callId: string): string => `call:${callId}`;
