export { onboardingProcedures as procedures } from "@kartis/core/onboarding/index.ts";
