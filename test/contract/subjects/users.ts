import { randomBytes, randomUUID } from "node:crypto";
import type { CreateUser, User } from "../../../src/api/resources/users.ts";
import { uploadBytes } from "../../../src/api/upload.ts";
import { type Context, notThere, once } from "../context.ts";
import { newSshKey } from "./sshKey.ts";

/** A picture of one point. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const attribute = { key: "contract_shelf", value: "A 1" } as const;

/** People: the user, the administrator, and those that are made up for a call. */
export const users = (on: Context) => {
  const { client } = on;
  const current = once(() => client.users.current());
  /** Nobody has these yet. */
  const newNames = () => {
    const username = `contract-${randomUUID().slice(0, 13)}`;
    return { username, email: `${username}@example.com`, name: "Connie Contract" };
  };
  const admin = () => on.need("admin").users;
  const make = async (more: Partial<CreateUser> = {}): Promise<User> => {
    const names = newNames();
    const request = { ...names, force_random_password: true, skip_confirmation: true, ...more };
    const made = await admin().create(request);
    return (
      made ??
      (await admin().list({ username: names.username }).page()).items[0] ??
      notThere("the user who was just made")
    );
  };
  /** An external one, with an account elsewhere and an attribute. */
  const external = once(async () => {
    const account = { extern_uid: randomUUID(), provider: "ldapmain" };
    const { id, username } = await make({ external: true, ...account });
    await on.need("admin").customAttributes.set("users", id, attribute.key, { value: attribute.value });
    return { username, account };
  });
  /** The API blocks nobody. */
  const blockedUser = once(
    async () => (await admin().list({ blocked: true }).page()).items[0]?.username ?? notThere("a blocked user"),
  );
  const fields = {
    ...{ chat_account: "connie.chat", professional_profile: "connie-works", social_account: "connie_social" },
    ...{ website_url: "https://connie.example.com/", organization: "Forgeline", location: "Zürich" },
    ...{ projects_limit: 3, bio: "Made to call an API.", admin: false, can_create_group: false },
    ...{ skip_confirmation: true, external: true, private_profile: true },
    ...{ shared_runners_minutes_limit: 10, extra_shared_runners_minutes_limit: 5 },
    avatar: uploadBytes("picture.png", picture, "image/png"),
  };
  const accountElsewhere = () => ({ extern_uid: randomUUID(), provider: "ldapmain" });
  const password = () => ({
    password: `Ab1-${randomBytes(12).toString("base64url")}`,
    reset_password: false,
    force_random_password: true,
  });
  const key = once(async () => (await client.users.addKey({ title: "Contract", key: newSshKey() })).id);
  return {
    current: async () => {
      const { id, username } = await current();
      return { id, username };
    },
    /** Another user than the administrator, who may act as them. */
    otherUser: async (): Promise<number> => {
      const [own, adminUser] = await Promise.all([current(), admin().current()]);
      return own.id === adminUser.id ? notThere("an --admin-token of somebody else") : own.id;
    },
    /** What finds users in the list, each filter somebody: all filters at once would find nobody. */
    filters: async () => {
      const { username, account } = await external();
      const blocked = await blockedUser();
      const created_before = new Date(Date.now() + 86_400_000);
      const time = { created_after: "2000-01-01T00:00:00Z", created_before } as const;
      const custom_attributes = { [attribute.key]: attribute.value };
      return [
        { username: blocked, blocked: true },
        { search: username, two_factor: "disabled", external: true, ...account, custom_attributes },
        { active: true, order_by: "updated_at", sort: "asc", with_custom_attributes: true, ...time },
      ] as const;
    },
    newNames,
    /** Everything that can be told of a new user, and of one who is changed. */
    everything: () => {
      const names = newNames();
      return { ...fields, ...names, public_email: "", ...accountElsewhere(), ...password() };
    },
    /** To be changed or deleted. */
    spare: async (): Promise<number> => (await make()).id,
    /** What a call has made does not stay. */
    passing: async <T extends User | undefined>(made: Promise<T>): Promise<T> => {
      const result = await made;
      if (result) await admin().delete(result.id, { hard_delete: true });
      return result;
    },
    /** The user, with a status. */
    withStatus: once(async () => {
      await client.users.setStatus({ emoji: "coffee", message: "Back at :clock3:" });
      return current();
    }),
    newSshKey,
    key,
    /** The user, who has two. */
    twoKeys: async (): Promise<number> => {
      await key();
      if ((await client.users.listKeys().page()).items.length < 2)
        await client.users.addKey({ title: "Contract 2", key: newSshKey() });
      return (await current()).id;
    },
  };
};
