import { type Context, notThere } from "../context.ts";

export const users = (on: Context) => ({
  /** Another user than the administrator, who may act as them. */
  otherUser: async (): Promise<number> => {
    const [own, admin] = await Promise.all([on.client.users.current(), on.need("admin").users.current()]);
    return own.id === admin.id ? notThere("an --admin-token of somebody else") : own.id;
  },
});
