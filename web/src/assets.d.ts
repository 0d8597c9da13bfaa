declare module "*.svg?icon" {
  import type { IconShape } from "./ui/Icon.tsx";
  const icon: IconShape;
  export default icon;
}
