/*
 * Effects outside Kartis that it cannot take back: mail, and other calls to providers. Owns: effects, from intent to result.
 * Invariant: an effect happens because of a record; it is called once, and again only if the call certainly had no effect, may be repeated, or a person
 * decided so.
 * Records: effect.intend (with its change), effect.succeed (if people see it), effect.fail and effect.lose (a person has to decide), effect.resend, effect.dismiss.
 */
export { type Decision, decisionOn } from "./decide.ts";
export {
  bounce,
  confirm,
  deliver,
  deliverTogether,
  type Effect,
  effectsOf,
  findEffect,
  lapsing,
  type Purpose,
  type Purposes,
  stillIntended,
} from "./deliver.ts";
export { NoEffect, orNoEffect } from "./failures.ts";
export { hasIntended, type Intent, intendOnce, intentions, isAllIntended, maxKeys, noteAllIntended } from "./intend.ts";
export { openEffects } from "./open.ts";
