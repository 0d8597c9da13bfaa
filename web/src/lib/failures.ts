import { clearToasts, showToast } from "./toasts/toasts.ts";
import { type AppError, errorMessage, errorTitle, toAppError } from "./errors.ts";
import { currentTranslate, loadFailureWords } from "./i18n.tsx";

/** Navigation after failures; set by the app, since the router is not known here. */
let navigate: (path: "/login" | "/welcome") => void = () => undefined;

export function onLeave(handler: typeof navigate): void {
  navigate = handler;
}

/** Leaves what is on screen for where somebody without a session, or without an organization, belongs. */
export const leaveFor = (path: "/login" | "/welcome"): void => navigate(path);

/**
 * Handles a failed call: no session → /login; no organization → /welcome, without a notice; anything else is a red notification for ten
 * seconds, one at a time, never two with the same code. A wrong code or passkey is UNAUTHORIZED as well, and says so itself: the session is there.
 */
export function reportFailure(failure: unknown): void {
  const error = toAppError(failure);
  if (error.code === "UNAUTHORIZED_NO_ORG") return navigate("/welcome");
  if (error.code === "UNAUTHORIZED" && !error.messageKey) {
    clearToasts();
    return navigate("/login");
  }
  if (error.code === "CLIENT_CLOSED_REQUEST") return undefined;
  void show(error);
}

let isTrialOverSaid = false;

/** While the app itself says that the trial is over, what it asks for behind the screen does not say so again. */
export function sayTrialOver(isSaid: boolean): void {
  isTrialOverSaid = isSaid;
}

/** The same for a query, which nobody may have asked for. */
export function reportFailedQuery(failure: unknown): void {
  if (isTrialOverSaid && toAppError(failure).code === "PAYMENT_REQUIRED") return;
  reportFailure(failure);
}

/** That something one asked for cannot be loaded without a connection. */
export const reportUnreachable = (): void => void show({ code: "HTTP_ERROR", text: "" });

async function show(error: AppError): Promise<void> {
  // Without a connection there may be no words either; then the code and the error's own say it.
  await loadFailureWords().catch(() => undefined);
  const link = error.targetRoute ? { link: { label: currentTranslate()("common.open"), href: error.targetRoute } } : {};
  showToast({ tone: "error", code: error.code, title: errorTitle(error), message: errorMessage(error), ...link });
}
