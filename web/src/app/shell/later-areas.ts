import { withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";

/** Ways into parts that not everybody has. */
export const AdminArea = later(
  async () => (await withWords(["admin"], import("../../features/admin-console/AdminArea.tsx"))).AdminArea,
);
export const DashboardArea = later(
  async () => (await withWords(["dashboard"], import("../../features/dashboard/DashboardArea.tsx"))).DashboardArea,
);
