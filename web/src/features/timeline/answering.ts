import type { Mail } from "@kartis/core/activities/mails/schema.ts";
import { createContext, use } from "react";

export interface Answering {
  readonly mail: Mail;
  /** The pressed button, which gets the focus back afterwards. */
  readonly from: Element | null;
}

/** Opens the reply in the dock; absent where replies open in place. */
export const AnswerContext = createContext<((mail: Mail) => void) | undefined>(undefined);

/** The draft key of a reply. */
export const answerDraft = ({ id }: Mail): string => `mail:${id}`;

export const useAnswer = () => use(AnswerContext);
