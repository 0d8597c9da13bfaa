import type { CardType } from "@kartis/core/cards/schema.ts";
import { openFieldsOf } from "@kartis/core/lead-forms/rules.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { PreviewMessage } from "../../../forms/preview.ts";
import { useT } from "../../../lib/i18n.tsx";
import { meOptions } from "../../../lib/session.ts";
import own from "./forms.module.css";
import type { FormDesign } from "./queries.ts";

/** The form's own page in a frame, drawn anew with every change. */
export function FormPreview({ type, design }: { type: CardType; design: FormDesign }) {
  const t = useT();
  const frame = useRef<HTMLIFrameElement>(null);
  const organization = useQuery(meOptions()).data?.organization;
  const send = useEffectEvent(() => {
    const message: PreviewMessage = {
      kind: "kartis:preview",
      form: {
        isClosed: false,
        opened: "",
        waitMs: 0,
        organizationName: organization?.name ?? "",
        language: design.language === "visitor" ? t.language : design.language,
        title: design.title,
        text: design.text,
        button: design.button,
        consent: design.consent,
        fields: openFieldsOf(type, design, { currency: organization?.currency ?? "USD" }),
      },
    };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  });
  useEffect(() => send(), [type, design]);
  // The page asks once it can draw.
  useEffect(() => {
    const answer = ({ source, origin, data }: MessageEvent<{ kind?: string } | null>) => {
      if (source === frame.current?.contentWindow && origin === location.origin && data?.kind === "kartis:preview?") send();
    };
    addEventListener("message", answer);
    return () => removeEventListener("message", answer);
  }, []);
  const theme = document.documentElement.dataset["theme"] ?? "light";
  return (
    <section className={own.preview} aria-label={t("leadForms.preview")}>
      <h4 className={own.previewTitle}>{t("leadForms.preview")}</h4>
      <iframe ref={frame} className={own.frame} src={`/forms/preview?theme=${theme}`} title={t("leadForms.preview")} />
    </section>
  );
}
