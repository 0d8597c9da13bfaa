/** Where the app shows a meeting. @param day names one of its times (`Occurrence.day`); without it the app shows the next one */
export const meetingPath = (id: string, day?: string | null): string => `/calendar?open=${id}${day ? `&on=${day}` : ""}`;
