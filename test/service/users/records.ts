/** What the service knows of a person (part 3, Users), and of the person's status, keys and outside identities. */
export interface UserRecord {
  readonly id: number;
  username: string;
  name: string;
  email: string;
  password: string;
  admin: boolean;
  readonly createdAt: number;
  updatedAt: number;
  /** "blocked" users cannot sign in and their tokens answer 401. */
  state: "active" | "blocked";
  profile: UserProfile;
  account: UserAccount;
  /** Name of the picture. */
  avatar: string | undefined;
  status: UserStatus | undefined;
  /** Logins at other providers. */
  identities: readonly UserIdentity[];
}

/** What people say of themselves; neutral names, as in the documents. */
export interface UserProfile {
  readonly bio: string;
  readonly location: string | null;
  readonly publicEmail: string | null;
  readonly chatAccount: string;
  readonly professionalProfile: string;
  readonly socialAccount: string;
  readonly websiteUrl: string;
  readonly organization: string | null;
}

/** What administrators decide. */
export interface UserAccount {
  readonly projectsLimit: number;
  readonly canCreateGroup: boolean;
  readonly external: boolean;
  readonly privateProfile: boolean;
  readonly twoFactor: boolean;
  /** Null until the person has confirmed the email address. */
  readonly confirmedAt: number | null;
  readonly note: string | null;
  readonly sharedRunnersMinutesLimit: number | null;
  readonly extraSharedRunnersMinutesLimit: number | null;
}

export interface UserStatus {
  readonly emoji: string;
  readonly message: string;
}

export interface UserIdentity {
  readonly provider: string;
  readonly externUid: string;
}

/** The four facts that every person starts with; the rest has defaults. */
export interface NewUser {
  readonly username: string;
  readonly name: string;
  readonly password: string;
  readonly email?: string;
  readonly admin?: boolean;
}

const quietProfile: UserProfile = {
  bio: "",
  location: null,
  publicEmail: null,
  chatAccount: "",
  professionalProfile: "",
  socialAccount: "",
  websiteUrl: "",
  organization: null,
};

/** A confirmed, active person. `at` is milliseconds since the epoch. */
export function newUserRecord(id: number, user: NewUser, at: number): UserRecord {
  return {
    id,
    username: user.username,
    name: user.name,
    email: user.email ?? `${user.username}@example.com`,
    password: user.password,
    admin: user.admin === true,
    createdAt: at,
    updatedAt: at,
    state: "active",
    profile: quietProfile,
    account: {
      projectsLimit: 100_000,
      canCreateGroup: true,
      external: false,
      privateProfile: false,
      twoFactor: false,
      confirmedAt: at,
      note: null,
      sharedRunnersMinutesLimit: null,
      extraSharedRunnersMinutesLimit: null,
    },
    avatar: undefined,
    status: undefined,
    identities: [],
  };
}
