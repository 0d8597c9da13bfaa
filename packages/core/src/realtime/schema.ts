import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";
import { longestGapMs } from "./rules.ts";

/** Sent to browsers when a person comes or goes: everyone online, most recently active first. Browsers ask for it only while it is on screen. */
export interface PresenceMessage {
  readonly kind: "presence";
  readonly userIds: readonly string[];
}

/** Sent to browsers on a card's page when a person begins or ends writing there. They ask who it is, which needs the permission to see the card. */
export interface TypingMessage {
  readonly kind: "typing";
  readonly cardId: string;
}

/** The answer to a browser that asked whether it has missed something, and has: reload everything on screen. */
export interface GapMessage {
  readonly kind: "gap";
}

const ownThings = ["reminders", "notifications", "calls"] as const;

/** Sent to all browsers of one person in the organization: something that only they have is another. It says which, and not how. */
export interface OwnMessage {
  readonly kind: "own";
  readonly what: (typeof ownThings)[number];
}

/** Sent to browsers when runs of automations begin to wait, go on or end: that has no journal record. */
export interface RunsMessage {
  readonly kind: "runs";
  readonly automationIds: readonly string[];
}

/** Sent by a browser: the page it shows, that its person is or no longer is writing a comment on a card, or that it begins to listen, this many milliseconds after it asked for that page. Anything else is a sign of life. */
export const BrowserMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("here"), pathname: z.string().startsWith("/").max(300) }),
  z.object({ kind: z.literal("typing"), cardId: idSchema("crd"), on: z.boolean() }),
  /** The person has changed something that only they have: their other browsers are to ask for it again. */
  z.object({ kind: z.literal("own"), what: z.enum(ownThings) }),
  z.object({ kind: z.literal("catchUp"), ms: z.int().min(0).max(longestGapMs) }),
]);
export type BrowserMessage = z.infer<typeof BrowserMessage>;

/** Sent to browsers: what changed, never a value, nor by whom: they reach people who may not see either. */
export type LiveMessage =
  | {
      readonly kind: "change";
      /** Id of the journal record. */
      readonly id: string;
      readonly action: string;
      readonly subject: { readonly kind: string; readonly id: string; readonly typeId?: string };
      readonly version: number;
    }
  | {
      readonly kind: "batch";
      readonly id: string;
      readonly action: string;
      readonly typeIds: readonly string[];
    };
