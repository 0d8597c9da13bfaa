import type { FieldType } from "@kartis/core/cards/fields/registry.ts";
import type { FieldScreen } from "../screen.ts";
import { accounting } from "./accounting.tsx";
import { cardRelation } from "./card-relation.tsx";
import { checkbox } from "./checkbox.tsx";
import { color } from "./color.tsx";
import { currency } from "./currency.tsx";
import { date } from "./date.tsx";
import { datetime } from "./datetime.tsx";
import { email } from "./email.tsx";
import { file } from "./file.tsx";
import { image } from "./image.tsx";
import { link } from "./link.tsx";
import { multiSelect } from "./multi-select.tsx";
import { number } from "./number.tsx";
import { password } from "./password.tsx";
import { phone } from "./phone.tsx";
import { radio } from "./radio.tsx";
import { range } from "./range.tsx";
import { singleSelect } from "./single-select.tsx";
import { text } from "./text.tsx";
import { textarea } from "./textarea.tsx";
import { time } from "./time.tsx";
import { url } from "./url.tsx";
import { user } from "./user.tsx";

/** Display and editors of the field types. One line adds one, beside the one in core's list. */
export const fieldScreens: Readonly<Record<FieldType, FieldScreen>> = {
  text,
  textarea,
  number,
  currency,
  accounting,
  checkbox,
  date,
  datetime,
  time,
  color,
  file,
  image,
  password,
  radio,
  url,
  range,
  link,
  singleSelect,
  multiSelect,
  user,
  cardRelation,
  email,
  phone,
};
