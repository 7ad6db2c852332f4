export const AUTH_PROVIDER_ID = "forgeline";

export const EXTENSION_ID = "forgeline.forgeline";
