import audit from "./audit.json" with { type: "json" };
import fields from "./fields.json" with { type: "json" };
import imports from "./imports.json" with { type: "json" };
import mail from "./mail.json" with { type: "json" };
import notifications from "./notifications.json" with { type: "json" };
import personalData from "./personalData.json" with { type: "json" };
import recurrence from "./recurrence.json" with { type: "json" };
import templates from "./templates.json" with { type: "json" };
import validation from "./validation.json" with { type: "json" };

export default { audit, fields, imports, mail, notifications, personalData, recurrence, templates, validation };
