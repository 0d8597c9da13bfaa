declare module "*.svg?icon" {
  import type { IconShape } from "./ui/display/Icon.tsx";
  const icon: IconShape;
  export default icon;
}
declare module "*.svg?icon-later" {
  import type { IconShape } from "./ui/display/Icon.tsx";
  const icon: IconShape;
  export default icon;
}
