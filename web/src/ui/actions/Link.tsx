import { Link as AriaLink, type LinkProps as AriaLinkProps } from "react-aria-components/Link";
import styles from "./Link.module.css";

export interface LinkProps extends Omit<AriaLinkProps, "className" | "style"> {
  /** "text" in accent, "quiet" like the words around it. */
  look?: "text" | "quiet";
}

/** Addresses inside the app do not reload the page (RouterProvider in the shell). */
export function Link({ look = "text", ...props }: LinkProps) {
  return <AriaLink {...props} className={styles.link ?? ""} data-look={look} />;
}
