import prohibited from "@fluentui/svg-icons/icons/prohibited_16_regular.svg?icon";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { Link } from "../../ui/actions/Link.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import styles from "../whatsapp/whatsapp.module.css";

/** In place of the form: why a conversation that one sees cannot be answered. Messages leave from its card, which is hidden from the reader or in the trash. */
export function NoReply({ because }: { because: "hidden" | "trashed" }) {
  const t = useT();
  const mayRestore = useCan()(["CARDS", "delete"]);
  return (
    <div className={styles.compose}>
      <p className={styles.window} data-state="closed" role="status">
        <Icon of={prohibited} />
        <span>
          {t(`chats.noReply.${because}`)}
          {because === "trashed" && mayRestore && (
            <>
              {" "}
              <Link href="/cards/trash">{t("chats.noReply.restore")}</Link>
            </>
          )}
        </span>
      </p>
    </div>
  );
}
