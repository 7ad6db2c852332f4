/** Users that suites about administrators make, past the extension, and take away again. */
import { randomUUID } from "node:crypto";
import type { CreateUser } from "../../src/api/resources/userRequests.ts";
import type { User } from "../../src/api/resources/userTypes.ts";
import { localService } from "./localService.ts";

const asAdministrator = (method: string, path: string, body?: object): Promise<Response> => {
  const { url, info } = localService();
  return fetch(`${url}/api/v4${path}`, {
    method,
    headers: { "PRIVATE-TOKEN": info.users.admin.token, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
};

export class MadeUsers {
  /** Begins every user name of the test, so that it finds its own users among the others. */
  prefix = "";

  renew(): void {
    this.prefix = `u${randomUUID().slice(0, 8)}`;
  }

  /** The request for a user of the test. @param rest what follows the prefix in the user name */
  request(rest: string, fields: Partial<CreateUser> = {}): CreateUser {
    const username = `${this.prefix}${rest}`;
    return {
      username,
      name: `Person ${username}`,
      email: `${username}@example.com`,
      force_random_password: true,
      ...fields,
    };
  }

  async make(rest: string, fields: Partial<CreateUser> = {}): Promise<User> {
    return (await (await asAdministrator("POST", "/users", this.request(rest, fields))).json()) as User;
  }

  /** Those that are on the host, oldest first. */
  async onHost(): Promise<User[]> {
    const users = (await (
      await asAdministrator("GET", "/users?per_page=100&with_custom_attributes=true&sort=asc")
    ).json()) as User[];
    return users.filter(({ username }) => username.startsWith(this.prefix));
  }

  async change(id: number, fields: object): Promise<void> {
    await asAdministrator("PUT", `/users/${id}`, fields);
  }

  async delete(id: number): Promise<void> {
    await asAdministrator("DELETE", `/users/${id}`);
  }

  async removeAll(): Promise<void> {
    for (const { id } of await this.onHost()) await asAdministrator("DELETE", `/users/${id}?hard_delete=true`);
  }
}
