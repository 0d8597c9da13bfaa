import type { DisplayProps } from "../screen.ts";
import { screenOf } from "../screens.ts";

/** A value as its type is shown. */
export function Display(props: DisplayProps) {
  const Component = screenOf(props.field.type).Display;
  return <Component {...props} />;
}
