import { accounting } from "./accounting.ts";
import { cardRelation } from "./card-relation.ts";
import { checkbox } from "./checkbox.ts";
import { color } from "./color.ts";
import { currency } from "./currency.ts";
import { date } from "./date.ts";
import { datetime } from "./datetime.ts";
import { email } from "./email.ts";
import { file } from "./file.ts";
import { image } from "./image.ts";
import { link } from "./link.ts";
import { multiSelect } from "./multi-select.ts";
import { number } from "./number.ts";
import { password } from "./password.ts";
import { phone } from "./phone.ts";
import { radio } from "./radio.ts";
import { range } from "./range.ts";
import { singleSelect } from "./single-select.ts";
import { text } from "./text.ts";
import { textarea } from "./textarea.ts";
import { time } from "./time.ts";
import { url } from "./url.ts";
import { user } from "./user.ts";

/** The field types. One line adds one; the site's list of their components then does not compile until it has one too. */
export const fieldRegistry = {
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
} as const;
