import fields from "./fields.json" with { type: "json" };
import templates from "./templates.json" with { type: "json" };

export default { fields, templates };
