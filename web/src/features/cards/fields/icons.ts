import attach from "@fluentui/svg-icons/icons/attach_16_regular.svg?icon";
import calendar from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import call from "@fluentui/svg-icons/icons/call_16_regular.svg?icon";
import cards from "@fluentui/svg-icons/icons/contact_card_link_16_regular.svg?icon";
import checkbox from "@fluentui/svg-icons/icons/checkbox_checked_16_regular.svg?icon";
import clock from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import color from "@fluentui/svg-icons/icons/color_16_regular.svg?icon";
import globe from "@fluentui/svg-icons/icons/globe_16_regular.svg?icon";
import half from "@fluentui/svg-icons/icons/circle_half_fill_16_regular.svg?icon";
import image from "@fluentui/svg-icons/icons/image_16_regular.svg?icon";
import key from "@fluentui/svg-icons/icons/key_16_regular.svg?icon";
import link from "@fluentui/svg-icons/icons/link_16_regular.svg?icon";
import mail from "@fluentui/svg-icons/icons/mail_16_regular.svg?icon";
import money from "@fluentui/svg-icons/icons/money_16_regular.svg?icon";
import numberSymbol from "@fluentui/svg-icons/icons/number_symbol_16_regular.svg?icon";
import paragraph from "@fluentui/svg-icons/icons/text_paragraph_16_regular.svg?icon";
import person from "@fluentui/svg-icons/icons/person_16_regular.svg?icon";
import tag from "@fluentui/svg-icons/icons/tag_16_regular.svg?icon";
import tags from "@fluentui/svg-icons/icons/tag_multiple_16_regular.svg?icon";
import text from "@fluentui/svg-icons/icons/text_t_16_regular.svg?icon";
import type { IconShape } from "../../../ui/Icon.tsx";
import type { Control } from "./traits.ts";

const controlIcons: Readonly<Record<Control, IconShape>> = {
  line: text,
  lines: paragraph,
  number: numberSymbol,
  range: numberSymbol,
  money,
  checkbox,
  date: calendar,
  datetime: calendar,
  time: clock,
  color,
  url: globe,
  link,
  select: tag,
  tokens: tags,
  person,
  cards,
  files: attach,
  images: image,
  secret: key,
  email: mail,
  phone: call,
};

/** The type icon of a column's header; the status has its own. */
export const iconOf = (fieldId: string, control: Control): IconShape => (fieldId === "status" ? half : controlIcons[control]);
