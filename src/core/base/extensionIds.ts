export const AUTH_PROVIDER_ID = "forgeline";

export const EXTENSION_ID = "forgeline.forgeline";
/** The walkthrough that Get Started opens. */
export const WALKTHROUGH_ID = "start";
/** How the keys of secrets begin by which windows pass on the callbacks of sign-ins. */
export const CALLBACK_PREFIX = "forgeline.callback.";
