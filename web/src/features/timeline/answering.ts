import type { Mail } from "@kartis/core/activities/mails/schema.ts";
import { createContext, use } from "react";

export interface Answering {
  readonly mail: Mail;
  /** What was pressed for it, which has the focus again afterwards. */
  readonly from: Element | null;
}

/** Answers a mail beside the timeline; absent where it is answered in its place. */
export const AnswerContext = createContext<((mail: Mail) => void) | undefined>(undefined);

/** Under which an answer that was begun is kept. */
export const answerDraft = ({ id }: Mail): string => `mail:${id}`;

export const useAnswer = () => use(AnswerContext);
