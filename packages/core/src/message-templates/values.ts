/** A value that is written as it is, whatever the text around it: a web address of ours. */
export class Link {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  toString(): string {
    return this.#url;
  }
}

export type TemplateValue = string | Link | null;
/** Values by path, such as `meeting.title`. */
export type TemplateValues = Readonly<Record<string, TemplateValue>>;
