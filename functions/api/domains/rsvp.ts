// Not of the face of activities: with it, every function that has to do with activities would bring along what limits strangers' calls.
export { rsvpProcedures as procedures } from "@kartis/core/activities/invitations/rsvp.ts";
