/** The states of an effect. Pure: every change of one goes through `stateAfter`. */
export const effectStates = ["intended", "calling", "done", "void", "failed", "unknown", "dismissed"] as const;
export type EffectState = (typeof effectStates)[number];

/** State machine of effects: the states that each event is allowed in, and the state it leads to. */
export const transitions = {
  /** One process has claimed it for a while; no other process calls in that time. */
  claim: { from: ["intended"], to: "calling" },
  /** The provider has confirmed it. */
  succeed: { from: ["calling"], to: "done" },
  /** The call has become pointless: the card is gone, or the invitation was revoked. */
  lapse: { from: ["intended"], to: "void" },
  /** Another call is harmless: the failed one certainly had no effect, or repeating it has none. */
  postpone: { from: ["calling"], to: "intended" },
  /** The call certainly had no effect, and neither would another. */
  refuse: { from: ["calling"], to: "failed" },
  /** The answer or the calling process was lost: a person has to find out whether there was an effect. */
  lose: { from: ["calling"], to: "unknown" },
  /** A person repeats it. */
  resend: { from: ["failed", "unknown"], to: "intended" },
  /** It happened, though its answer was lost: the provider's report or a person says so. */
  confirm: { from: ["unknown"], to: "done" },
  /** The provider had accepted it, or its answer was lost, and the provider has since reported that it failed. */
  bounce: { from: ["done", "unknown"], to: "failed" },
  /** A person decides not to try again. */
  dismiss: { from: ["failed"], to: "dismissed" },
} as const satisfies Record<string, { readonly from: readonly EffectState[]; readonly to: EffectState }>;
export type Transition = keyof typeof transitions;

/** Throws for a transition that the state does not allow. */
export function stateAfter(transition: Transition, state: EffectState): EffectState {
  const { from, to } = transitions[transition];
  if (!from.some((allowed) => allowed === state)) throw new Error(`An effect that is ${state} cannot ${transition}`);
  return to;
}

/** Whether a person has to decide about the effect. */
export const isOpen = (state: EffectState): state is "failed" | "unknown" => state === "failed" || state === "unknown";
/** Whether nothing more will happen to the effect. */
export const isSettled = (state: EffectState): boolean => state === "done" || state === "void" || state === "dismissed";
