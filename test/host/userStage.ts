/** What suites about people share: users made by the administrator, past the extension, and gone after each test. */
import { randomUUID } from "node:crypto";
import type { User } from "../../src/api/resources/userTypes.ts";
import type { UserName } from "../service/types.ts";
import { ask } from "./hostApi.ts";
import { localService } from "./localService.ts";
import { newKey } from "./ownKeys.ts";

export interface UserStage {
  /** @param name may be anything; the user name is the suite's own unless told */
  make(name: string, fields?: Readonly<Record<string, unknown>>): Promise<User>;
  /** Does something on the host as a user that was made. */
  as(user: User, method: string, path: string, body: object): Promise<void>;
  /** What was asked about users since the number of an earlier request, as `GET /users?search=x`. */
  asked(since: number): Promise<string[]>;
  /** Number of the last request. */
  now(): Promise<number>;
}

/** A key that nobody has yet. */
export const freshKey = (comment = ""): string => newKey(comment);

export function userStage(): UserStage {
  const { control } = localService();
  let made: User[] = [];
  afterEach(async () => {
    await control.clearFaults();
    for (const { id } of made.splice(0)) await ask("admin", "DELETE", `/users/${id}`);
  });
  return {
    make: async (name, fields = {}) => {
      const username = `u${randomUUID().slice(0, 8)}`;
      const user = await ask<User>("admin", "POST", "/users", {
        name,
        username,
        email: `${username}@people.example`,
        force_random_password: true,
        skip_confirmation: true,
        ...fields,
      });
      made = [...made, user];
      return user;
    },
    as: async ({ username }, method, path, body) => {
      const { token } = await control.createToken(username as UserName, ["api"]);
      await ask(token, method, path, body);
    },
    asked: async (since) =>
      (await control.requests(since))
        .filter(({ path }) => /\/api\/v4\/users\b/.test(path))
        .map(({ method, path }) => `${method} ${path.replace(/^.*\/api\/v4/, "")}`),
    now: () => control.lastRequest(),
  };
}
