import {
  automationEntity,
  dayEntity,
  lapseEntity,
  runEntity,
  scheduleEntity,
  turnEntity,
  versionEntity,
} from "./automations/entity.ts";
import { pauseEntity } from "./automations/pause/entity.ts";
import { activityEntity } from "./activities/entity.ts";
import { calendarFeedEntity } from "./activities/feed/entity.ts";
import { mailMessageEntity } from "./activities/mails/messages/entity.ts";
import { checkoutEntity } from "./billing/entity.ts";
import {
  assigningFieldsEntity,
  cardEntity,
  cardTypeEntity,
  cardTypeRegisterEntity,
  dueTrashEntity,
  identifierEntity,
} from "./cards/entity.ts";
import { chatEntity, keptOptOutEntity } from "./chats/entity.ts";
import { choiceEntity } from "./dashboard/entity.ts";
import { journalEntity } from "./data/journal-entity.ts";
import { ledgerEntity } from "./data/ledger.ts";
import { type Partition, partitionsOf } from "./data/partitions.ts";
import { replicaStateEntity } from "./data/replica/state.ts";
import { favoriteEntity, recentEntity } from "./favorites/entity.ts";
import { fileEntity, storedFileEntity } from "./files/entity.ts";
import { mappingEntity } from "./imports/entity.ts";
import { gmailConnectionEntity, gmailProgressEntity } from "./gmail/entity.ts";
import type { OrgId } from "./kernel/id.ts";
import { layoutEntity } from "./layouts/entity.ts";
import { dismissalEntity, warningEntity } from "./limit-warnings/entity.ts";
import { invitationEntity } from "./members/entity.ts";
import { memoryEntity, operationEntity, rejectEntity } from "./operations/entity.ts";
import { membershipEntity, organizationEntity, roleEntity } from "./organizations/entity.ts";
import { attachCodeEntity, parentLinkEntity, visitorEntity } from "./organizations/family/entity.ts";
import { messageTemplateEntity } from "./message-templates/entity.ts";
import { notificationEntity, readEntity, waitingMailEntity } from "./notifications/entity.ts";
import { effectEntity } from "./outbound/entity.ts";
import { meterEntity } from "./plans/entity.ts";
import {
  connectionEntity,
  connectionOwnerEntity,
  presenceClaimEntity,
  ticketEntity as socketTicketEntity,
} from "./realtime/entity.ts";
import { answerEntity, reminderEntity } from "./activities/reminders/entity.ts";
import { reminderSmsEntity } from "./activities/reminders/sms/entity.ts";
import {
  memberCodeEntity,
  smsBalanceEntity,
  smsCodeEntity,
  smsDayEntity,
  smsEntryEntity,
  smsOptInEntity,
  smsOptOutEntity,
  smsSenderEntity,
} from "./sms/entity.ts";
import { taskViewEntity } from "./task-views/entity.ts";
import { ticketEntity } from "./support/entity.ts";
import { keyedRequestEntity, requestCountEntity, tokenEntity } from "./tokens/entity.ts";
import { viewEntity, viewSlugEntity } from "./views/entity.ts";
import {
  deliveryEntity,
  endpointEntity,
  feedEntity,
  progressEntity,
  replayEntity,
  waitingEntity,
} from "./outgoing-webhooks/entity.ts";
import {
  incomingCallEntity,
  incomingClaimEntity,
  incomingCountEntity,
  incomingWebhookEntity,
} from "./incoming-webhooks/entity.ts";
import { leadFormEntity } from "./lead-forms/entity.ts";
import { callEntity } from "./voip/call-entity.ts";
import { callAliasEntity, callLogEntity, extensionEntity, voipConnectionEntity } from "./voip/entity.ts";
import { webhookEventEntity } from "./provider-events/entity.ts";
import { whatsappHookEntity, whatsappMessageEntity, whatsappNumberEntity } from "./whatsapp/entity.ts";

/**
 * Every entity with items of an organization, except the one that remains of a deleted one; a test checks that none is missing. An entity that is no longer
 * written stays here as long as items of it may exist.
 */
export const organizationEntities: readonly (() => object)[] = [
  organizationEntity,
  membershipEntity,
  roleEntity,
  messageTemplateEntity,
  smsSenderEntity,
  smsOptOutEntity,
  smsOptInEntity,
  memberCodeEntity,
  smsCodeEntity,
  smsDayEntity,
  smsBalanceEntity,
  smsEntryEntity,
  webhookEventEntity,
  incomingWebhookEntity,
  leadFormEntity,
  incomingCallEntity,
  incomingClaimEntity,
  incomingCountEntity,
  endpointEntity,
  deliveryEntity,
  waitingEntity,
  progressEntity,
  feedEntity,
  replayEntity,
  whatsappNumberEntity,
  whatsappMessageEntity,
  whatsappHookEntity,
  gmailConnectionEntity,
  gmailProgressEntity,
  mailMessageEntity,
  chatEntity,
  keptOptOutEntity,
  voipConnectionEntity,
  callEntity,
  callAliasEntity,
  callLogEntity,
  extensionEntity,
  automationEntity,
  versionEntity,
  runEntity,
  turnEntity,
  dayEntity,
  lapseEntity,
  scheduleEntity,
  pauseEntity,
  invitationEntity,
  tokenEntity,
  calendarFeedEntity,
  requestCountEntity,
  keyedRequestEntity,
  socketTicketEntity,
  connectionEntity,
  connectionOwnerEntity,
  presenceClaimEntity,
  attachCodeEntity,
  parentLinkEntity,
  visitorEntity,
  cardTypeRegisterEntity,
  cardTypeEntity,
  assigningFieldsEntity,
  layoutEntity,
  viewEntity,
  viewSlugEntity,
  taskViewEntity,
  cardEntity,
  identifierEntity,
  dueTrashEntity,
  activityEntity,
  reminderEntity,
  reminderSmsEntity,
  answerEntity,
  notificationEntity,
  readEntity,
  waitingMailEntity,
  fileEntity,
  storedFileEntity,
  favoriteEntity,
  recentEntity,
  choiceEntity,
  mappingEntity,
  operationEntity,
  memoryEntity,
  rejectEntity,
  effectEntity,
  ticketEntity,
  checkoutEntity,
  meterEntity,
  warningEntity,
  dismissalEntity,
  replicaStateEntity,
  ledgerEntity,
  journalEntity,
];

/** Every partition that may hold items of the organization, each once, in a stable order. */
export function partitionsOfOrganization(orgId: OrgId): Partition[] {
  const partitions = organizationEntities.flatMap((entity) => partitionsOf(entity(), orgId));
  return [...new Map(partitions.map((partition) => [labelOf(partition), partition])).values()];
}

/** Identifies a partition. */
export const labelOf = ({ index, key }: Partition): string => `${index ?? "table"} ${key}`;
