import type { Dialect } from "../hosting.ts";
import type { UserProfile } from "./records.ts";

/** Three fields have neutral names in the documents; real hosts name them after other services. */
export const PROFILE_NAMES = {
  gitlab: { chatAccount: "skype", professionalProfile: "linkedin", socialAccount: "twitter" },
  neutral: {
    chatAccount: "chat_account",
    professionalProfile: "professional_profile",
    socialAccount: "social_account",
  },
} as const satisfies Readonly<Record<Dialect, Readonly<Partial<Record<keyof UserProfile, string>>>>>;
