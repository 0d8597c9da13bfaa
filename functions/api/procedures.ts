import { accountProcedures } from "@kartis/core/accounts/index.ts";
import {
  activityProcedures,
  commentProcedures,
  communicationProcedures,
  meetingProcedures,
  taskProcedures,
} from "@kartis/core/activities/index.ts";
import { adminConsoleProcedures } from "@kartis/core/admin-console/index.ts";
import { fileProcedures } from "@kartis/core/attachments/index.ts";
import { billingProcedures } from "@kartis/core/billing/index.ts";
import { bulkProcedures } from "@kartis/core/bulk/index.ts";
import { cardProcedures, cardTypeProcedures } from "@kartis/core/cards/index.ts";
import { undoProcedures } from "@kartis/core/undo/index.ts";
import { dashboardProcedures } from "@kartis/core/dashboard/index.ts";
import { deletionProcedures } from "@kartis/core/deletion/index.ts";
import { exportProcedures } from "@kartis/core/exports/index.ts";
import { favoriteProcedures } from "@kartis/core/favorites/index.ts";
import { identityProcedures } from "@kartis/core/identity/index.ts";
import { importProcedures } from "@kartis/core/imports/index.ts";
import { auditProcedures } from "@kartis/core/journal/index.ts";
import { limitWarningProcedures } from "@kartis/core/limit-warnings/index.ts";
import { supportProcedures } from "@kartis/core/support/index.ts";
import { layoutProcedures } from "@kartis/core/layouts/index.ts";
import { membersProcedures } from "@kartis/core/members/index.ts";
import { onboardingProcedures } from "@kartis/core/onboarding/index.ts";
import { personalDataProcedures } from "@kartis/core/personal-data/index.ts";
import { outboundProcedures } from "@kartis/core/outbound/index.ts";
import { presenceProcedures } from "@kartis/core/presence/index.ts";
import { operationProcedures } from "@kartis/core/operations/index.ts";
import { organizationProcedures } from "@kartis/core/organizations/index.ts";
import { tokenProcedures } from "@kartis/core/tokens/index.ts";
import { timelineProcedures } from "@kartis/core/timeline/index.ts";
import { profileProcedures } from "@kartis/core/profiles/index.ts";
import { viewProcedures } from "@kartis/core/views/index.ts";

/** Every procedure. The router, and later REST and its document, are made from this list. */
export const procedures = [
  ...identityProcedures,
  ...onboardingProcedures,
  ...profileProcedures,
  ...accountProcedures,
  ...organizationProcedures,
  ...deletionProcedures,
  ...membersProcedures,
  ...cardProcedures,
  ...cardTypeProcedures,
  ...taskProcedures,
  ...activityProcedures,
  ...meetingProcedures,
  ...commentProcedures,
  ...communicationProcedures,
  ...timelineProcedures,
  ...layoutProcedures,
  ...undoProcedures,
  ...bulkProcedures,
  ...viewProcedures,
  ...importProcedures,
  ...exportProcedures,
  ...favoriteProcedures,
  ...dashboardProcedures,
  ...fileProcedures,
  ...operationProcedures,
  ...auditProcedures,
  ...outboundProcedures,
  ...personalDataProcedures,
  ...presenceProcedures,
  ...adminConsoleProcedures,
  ...billingProcedures,
  ...limitWarningProcedures,
  ...tokenProcedures,
  ...supportProcedures,
] as const;
