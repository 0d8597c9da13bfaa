export { notificationProcedures as procedures } from "@kartis/core/notifications/index.ts";
