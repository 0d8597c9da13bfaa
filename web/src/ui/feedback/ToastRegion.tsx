import checkmarkCircle from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import errorCircle from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import info from "@fluentui/svg-icons/icons/info_16_filled.svg?icon";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import {
  Text,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from "react-aria-components/Toast";
import { useT } from "../../lib/i18n.tsx";
import buttonStyles from "../actions/Button.module.css";
import { Button } from "../actions/Button.tsx";
import { Icon } from "../display/Icon.tsx";
import { useToastPlace } from "./toast-place.ts";
import { toastQueue } from "../../lib/toasts/toast-queue.ts";
import styles from "./ToastRegion.module.css";

const icons = { error: errorCircle, success: checkmarkCircle, info };

/** Escape in a notification closes it, and not what is behind it. */
const closedByEscape = (key: string, { onKeyDown }: Pick<ComponentProps<"div">, "onKeyDown">): ComponentProps<"div"> => ({
  onKeyDown(event) {
    onKeyDown?.(event);
    if (event.key !== "Escape") return;
    event.preventDefault();
    toastQueue.close(key);
  },
});

/** Rendered once per app; `showToast` fills it. */
export default function ToastRegion() {
  const t = useT();
  const region = useRef<HTMLDivElement>(null);
  const place = useToastPlace(region);
  // A notification that comes between two presses of Tab would take the next keys: F6 leads to it, and Tab goes on inside.
  const [isEntered, setEntered] = useState(false);
  const reach = { tabIndex: isEntered ? 0 : -1 };
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => setEntered(target instanceof Node && region.current?.contains(target) === true);
    const onFocusOut = ({ relatedTarget }: FocusEvent) => !relatedTarget && setEntered(false);
    document.addEventListener("focusin", onFocusIn);
    document.addEventListener("focusout", onFocusOut);
    return () => {
      document.removeEventListener("focusin", onFocusIn);
      document.removeEventListener("focusout", onFocusOut);
    };
  }, []);
  return (
    <AriaToastRegion
      ref={region}
      queue={toastQueue}
      className={styles.region ?? ""}
      data-place={place}
      aria-label={t("shell.notifications")}
    >
      {({ toast }) => {
        const { tone, title, message, link, action } = toast.content;
        return (
          <AriaToast
            toast={toast}
            className={styles.toast ?? ""}
            data-tone={tone}
            render={(props) => <div {...props} {...reach} {...closedByEscape(toast.key, props)} />}
          >
            <Icon of={icons[tone]} />
            <AriaToastContent role={tone === "error" ? "alert" : "status"} className={styles.content}>
              <Text slot="title" className={styles.title ?? ""}>
                {title}
              </Text>
              {(message || link) && (
                <Text slot="description" className={styles.message ?? ""}>
                  {message}{" "}
                  {link && (
                    <a href={link.href} tabIndex={isEntered ? 0 : -1} className={styles.link} data-touch>
                      {link.label}
                    </a>
                  )}
                </Text>
              )}
              {action && (
                <span className={styles.action}>
                  <Button
                    size={24}
                    excludeFromTabOrder={!isEntered}
                    onPress={() => {
                      action.run();
                      toastQueue.close(toast.key);
                    }}
                  >
                    {action.label}
                  </Button>
                </span>
              )}
            </AriaToastContent>
            <AriaButton
              slot="close"
              excludeFromTabOrder={!isEntered}
              className={buttonStyles.button ?? ""}
              data-variant="ghost"
              data-size="24"
              data-square
              aria-label={t("common.close")}
            >
              <Icon of={dismiss} />
            </AriaButton>
            {tone === "error" && <i className={styles.clock} aria-hidden="true" />}
          </AriaToast>
        );
      }}
    </AriaToastRegion>
  );
}
