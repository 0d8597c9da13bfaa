import cards from "./cards.json" with { type: "json" };
import common from "./common.json" with { type: "json" };
import fields from "./fields.json" with { type: "json" };
import shell from "./shell.json" with { type: "json" };

export default { cards, common, fields, shell };
