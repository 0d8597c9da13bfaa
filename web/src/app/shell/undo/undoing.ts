/*
 * What ⌘Z does after each change that a procedure makes. Without a word about one, the key would undo whatever was done before it. tests/architecture/undoing.test.ts
 * finds procedures that are missing here.
 */

const namesIn = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Each place that calls them remembers what undoes the change, or names what cannot be undone: `offerUndo` and `noteFinal`. */
export const byCaller = namesIn(`
  automations.move automations.press automations.remove automations.update
  bulk.start
  cards.create cards.link cards.merge cards.purge cards.remove cards.restore cards.unlink cards.unmerge cards.update cards.updateMany
  changes.revert changes.undo
  chats.move chats.update
  comments.create comments.react comments.remove comments.restore comments.update
  communications.create communications.remove communications.restore communications.update
  files.remove
  imports.start
  leadForms.remove
  mails.remove mails.restore mails.send mails.update
  meetings.answer meetings.create meetings.remove meetings.reset meetings.restore meetings.update
  profile.update
  reminders.answer
  sms.remove sms.restore sms.send sms.sendNow sms.update
  tasks.create tasks.remove tasks.removeMany tasks.restore tasks.restoreMany tasks.update tasks.updateMany
  taskViews.create taskViews.remove taskViews.reorder taskViews.update
  templates.create templates.remove templates.restore templates.update
  views.create views.remove views.reorder views.update
  voip.handle voip.place
  whatsapp.remove whatsapp.restore whatsapp.send whatsapp.sendAgain whatsapp.update
`);

/** The key says that the last change cannot be undone. */
export const never = namesIn(`
  adminConsole.deleteOrganization adminConsole.switchFeature adminConsole.topUpSms adminConsole.updatePlan
  automations.again automations.cancel automations.create automations.publish automations.retry automations.setPaused automations.switch
  billing.confirm
  calendarFeed.remove calendarFeed.renew calendarFeed.update
  cardTypes.create cardTypes.remove cardTypes.reorder cardTypes.update cardTypes.updateFields
  family.attach family.createCode family.detach family.grant family.revoke
  gmail.disconnect gmail.update
  identity.addPasskey identity.changePassword identity.disableTotp identity.enableTotp identity.endOtherSessions identity.endSession
  identity.removePasskey identity.renamePasskey identity.renewRecoveryCodes
  incomingWebhooks.create incomingWebhooks.remove incomingWebhooks.retry incomingWebhooks.rotateUrl incomingWebhooks.sign incomingWebhooks.update
  layouts.create layouts.remove layouts.reorder layouts.update
  leadForms.create leadForms.retry leadForms.update
  members.endSessions members.invite members.reinstate members.remove members.requireTwoStep members.resendInvitation members.revokeInvitation
  members.setRole members.setRoles members.suspend
  organizations.createChild organizations.transfer organizations.update
  outbound.dismiss outbound.sendAgain
  personalData.erase
  profile.setAvatar profile.verifyPhone
  roles.create roles.remove roles.update
  sms.removeSender sms.requestSender sms.setDefaultSender sms.setMemberReminders sms.setOptOut sms.setQuietHours sms.verifySender
  support.create
  tokens.create tokens.remove
  voip.connect voip.disconnect voip.setExtension
  webhooks.create webhooks.remove webhooks.replay webhooks.resend webhooks.rotateSecret webhooks.update
  whatsapp.connect whatsapp.disconnect whatsapp.dismiss
`);

/** No change of what the organization has: signing in, tries, exports, and what one sees and chooses for oneself alone. The key undoes what came before. */
export const nothing = namesIn(`
  account.delete account.export
  adminConsole.endImpersonation adminConsole.impersonate
  audit.export
  automations.seal automations.simulate
  billing.checkout
  cards.export cards.reveal
  chats.markRead
  dashboard.choose
  favorites.add favorites.remove
  files.createUpload files.finish
  gmail.connect
  identity.completeSignIn identity.completeSignInWithPasskey identity.confirmSignUp identity.requestCode identity.resetPassword
  identity.signIn identity.signInWithCode identity.signInWithPasskey identity.signOut identity.signUp identity.startPasskey
  identity.startPasskeySecondStep identity.startPasskeySignIn identity.startTotp identity.switchOrganization
  imports.createUpload
  invitations.accept invitations.acceptAsNew
  leadForms.submit
  meetings.export
  notifications.read
  operations.cancel
  organizations.create organizations.remove
  personalData.export
  plans.dismissWarning
  profile.sendPhoneCode
  push.add push.remove
  recent.visit
  roles.viewAs
  rsvp.answer rsvp.setReminders
  support.contact
  tasks.export
  templates.sendTest
  unsubscribes.confirm
  voip.test
  webhooks.test
  whatsapp.test
`);
