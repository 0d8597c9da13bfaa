import automations from "./automations.json" with { type: "json" };
import errors from "./errors.json" with { type: "json" };
import server from "./server.ts";
import sms from "./sms.json" with { type: "json" };
import whatsapp from "./whatsapp.json" with { type: "json" };

export default { ...server, automations, errors, sms, whatsapp };
