/*
 * WhatsApp's Cloud API. Owns: an organization's number with its credentials, and what is known about Meta's message ids. The messages themselves are activities.
 * Invariant: a credential is stored encrypted and never returned; once Meta has refused a number, Kartis makes no calls with it until it is reconnected.
 * Records: whatsappNumber.create, whatsappNumber.update, whatsappNumber.delete.
 */
export { hookAddressOf, isVerifyToken, readHookToken, verifyTokenOf } from "./address.ts";
export { accountOf, fetchMedia, type GraphMessage, GraphRefusal, sendMessage, templatesOf, uploadMedia } from "./graph.ts";
export type { ReceivedItem, ReceivedMessage, ReceivedReaction, ReceivedStatus } from "./hook.ts";
export { findMessage, type KnownMessage, messageWrite } from "./messages/index.ts";
export { findNumber, noteProblem, type StoredNumber } from "./numbers.ts";
export { obstacleOf, requireNumber } from "./obstacle.ts";
export { whatsappSettingsProcedures } from "./procedures.ts";
export { windowEndOf, windowOf } from "./rules.ts";
