import locationIcon from "@fluentui/svg-icons/icons/location_16_regular.svg?icon";
import personIcon from "@fluentui/svg-icons/icons/person_16_regular.svg?icon";
import type { WhatsAppMessage } from "@kartis/core/activities/whatsapp/schema.ts";
import { useT } from "../../lib/i18n.tsx";
import { textDirection } from "../../lib/text-direction.ts";
import { Link } from "../../ui/actions/Link.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { AttachedFiles } from "../attachments/later.tsx";
import { PhoneNumber } from "../fields/display/PhoneNumber.tsx";
import styles from "./whatsapp.module.css";

/** A message's content: text, files, location and contacts. */
export function MessageBody({ value }: { value: WhatsAppMessage }) {
  const t = useT();
  const { kind, text, attachments, media, reason, location, contacts, template } = value;
  return (
    <>
      {attachments.length > 0 && <AttachedFiles files={attachments} />}
      {media === "waiting" && (
        <span className={styles.quiet}>
          {t(`whatsapp.kind.${kind}`)}. {t("whatsapp.media.waiting")}
        </span>
      )}
      {media === "failed" && (
        <span className={styles.wrong}>
          {t(`whatsapp.kind.${kind}`)}: {t(`whatsapp.failure.${reason ?? "media"}`)}
        </span>
      )}
      {location && (
        <span className={styles.place}>
          <Icon of={locationIcon} />
          <span>
            <bdi>{[location.name, location.address].filter(Boolean).join(", ") || t("whatsapp.kind.location")}</bdi>{" "}
            <Link
              href={`https://www.openstreetmap.org/?mlat=${location.latitude}&mlon=${location.longitude}#map=17/${location.latitude}/${location.longitude}`}
              target="_blank"
              rel="noreferrer"
            >
              {t("whatsapp.openMap")}
            </Link>
          </span>
        </span>
      )}
      {contacts.map(({ name, phones }, at) => (
        <span key={at} className={styles.place}>
          <Icon of={personIcon} />
          <span>
            <bdi>{name || t("whatsapp.kind.contacts")}</bdi>{" "}
            {phones.map((phone) => (
              <PhoneNumber key={phone} value={phone} />
            ))}
          </span>
        </span>
      ))}
      {kind === "unsupported" && <span className={styles.quiet}>{t("whatsapp.kind.unsupported")}</span>}
      {text !== null && text !== "" && (
        <span className={styles.text} dir={textDirection(text)}>
          {text}
        </span>
      )}
      {template && <span className={styles.quiet}>{t("whatsapp.asTemplate", { name: template.replaceAll("_", " ") })}</span>}
    </>
  );
}
