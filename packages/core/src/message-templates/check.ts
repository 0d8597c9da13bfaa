import type { CardType } from "../cards/schema.ts";
import { KartisError } from "../kernel/error.ts";
import { BadTemplate, canonical, type TextProblem, variablesIn } from "./engine.ts";
import type { TemplateText } from "./kinds/definition.ts";
import type { TemplateKind } from "./kinds/list.ts";
import type { MessageTemplate, ShownProblem } from "./schema.ts";
import { groupsOf, variablesOf } from "./variables.ts";

/** Problems of the text, at most one of each part; none if it can be sent. @param more further variables that it may name */
export function problemsIn(
  { subject, body }: TemplateText,
  kind: TemplateKind | null,
  type: CardType | undefined,
  more: Iterable<string> = [],
): ShownProblem[] {
  const known = new Set([...variablesOf(groupsOf(kind), type).map(({ path }) => path), ...more]);
  return (["subject", "body"] as const).flatMap((part) => {
    const problem = problemOf(part === "subject" ? subject : body, known);
    return problem ? [{ part, ...problem }] : [];
  });
}

function problemOf(text: string, known: ReadonlySet<string>): TextProblem | undefined {
  try {
    const unknown = variablesIn(text).find((path) => !known.has(path));
    return unknown === undefined ? undefined : { messageKey: "validation.template.variable", about: unknown };
  } catch (error) {
    if (error instanceof BadTemplate) return error.problem;
    throw error;
  }
}

/** The changed texts in the form that is stored. Throws INVALID_INPUT naming the part that is wrong. */
export function acceptTexts(
  given: Readonly<Partial<Record<string, TemplateText | null>>>,
  current: MessageTemplate["texts"],
  of: Pick<MessageTemplate, "kind" | "channel">,
  type: CardType | undefined,
  at: string,
): MessageTemplate["texts"] {
  const texts: Record<string, NonNullable<MessageTemplate["texts"]["en"]>> = { ...current };
  for (const [language, text] of Object.entries(given)) {
    if (!text) {
      Reflect.deleteProperty(texts, language);
      continue;
    }
    const kept = { subject: of.channel === "sms" ? "" : canonical(text.subject), body: canonical(text.body) };
    if (of.channel === "mail" && kept.subject === "")
      throw new KartisError("INVALID_INPUT", { fields: { [`texts.${language}.subject`]: "validation.required" } });
    const [problem] = problemsIn(kept, of.kind, type);
    if (problem)
      throw new KartisError("INVALID_INPUT", {
        messageKey: problem.messageKey,
        params: { about: problem.about },
        fields: { [`texts.${language}.${problem.part}`]: problem.messageKey },
      });
    const before = texts[language];
    texts[language] = before?.subject === kept.subject && before.body === kept.body ? before : { ...kept, changedAt: at };
  }
  if (Object.keys(texts).length === 0) throw new KartisError("INVALID_INPUT", { fields: { texts: "validation.required" } });
  return texts;
}
