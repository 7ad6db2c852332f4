/** Users that suites about administrators make, past the extension, and take away again. */
import { randomUUID } from "node:crypto";
import type { CreateUser } from "../../src/api/resources/userRequests.ts";
import type { User } from "../../src/api/resources/userTypes.ts";
import { ask, send } from "./hostApi.ts";

export class MadeUsers {
  /** Begins every user name of the test, so that it finds its own users among the others. */
  prefix = "";

  renew(): void {
    this.prefix = `u${randomUUID().slice(0, 8)}`;
  }

  /** The request for a user of the test. @param rest what follows the prefix in the user name */
  request(rest: string, fields: Partial<CreateUser> = {}): CreateUser {
    const username = `${this.prefix}${rest}`;
    const [name, email] = [`Person ${username}`, `${username}@example.com`];
    return { username, name, email, force_random_password: true, ...fields };
  }

  make(rest: string, fields: Partial<CreateUser> = {}): Promise<User> {
    return ask("admin", "POST", "/users", this.request(rest, fields));
  }

  /** Those that are on the host, oldest first. */
  async onHost(): Promise<User[]> {
    const users = await ask<User[]>("admin", "GET", "/users?per_page=100&with_custom_attributes=true&sort=asc");
    return users.filter(({ username }) => username.startsWith(this.prefix));
  }

  async change(id: number, fields: object): Promise<void> {
    await ask("admin", "PUT", `/users/${id}`, fields);
  }

  async delete(id: number): Promise<void> {
    await send("admin", "DELETE", `/users/${id}`);
  }

  async removeAll(): Promise<void> {
    for (const { id } of await this.onHost()) await send("admin", "DELETE", `/users/${id}?hard_delete=true`);
  }
}
