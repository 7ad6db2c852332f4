import { type Context, notThere, once } from "../context.ts";

/** The templates that the server comes with. */
export const ciTemplates = ({ client }: Context) => {
  const keys = once(async () => (await client.ciTemplates.list().all()).items.map(({ key }) => key));
  const key = async (): Promise<string> => (await keys())[0] ?? notThere("a CI template");
  return {
    key,
    /** Holds more than letters and digits, where one does. */
    oddKey: async (): Promise<string> => (await keys()).find((one) => !/^\w+$/.test(one)) ?? key(),
  };
};
