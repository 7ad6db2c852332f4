import { createHash } from "node:crypto";
import type { Tokens } from "../oauth/tokens.ts";
import type { State } from "../state.ts";
import type { UserName, UserRecord } from "../types.ts";

/** In the order of their ids. */
const PEOPLE: Readonly<Record<UserName, { readonly name: string; readonly admin?: boolean }>> = {
  alice: { name: "Alice Ahlgren" },
  bob: { name: "Bob Beretta" },
  admin: { name: "Ada Admin", admin: true },
  max: { name: "Max Mbeki" },
  rita: { name: "Rita Rossi" },
};

export type People = Readonly<Record<UserName, { readonly user: UserRecord; readonly token: string }>>;

/** Adds the sample's people, with passwords and personal tokens that stay the same from run to run: nothing here is worth protecting. */
export function addPeople(state: State, tokens: Tokens): People {
  return eachPerson((username) => {
    const user = state.addUser({ username, password: `${username}-password`, ...PEOPLE[username] });
    const token = `glpat-${createHash("sha256").update(`token of ${username}`).digest("base64url").slice(0, 20)}`;
    tokens.addPersonal(user, ["api"], { token });
    return { user, token };
  });
}

/** One value for each person. */
export function eachPerson<T>(make: (username: UserName) => T): Record<UserName, T> {
  return { alice: make("alice"), bob: make("bob"), admin: make("admin"), max: make("max"), rita: make("rita") };
}
