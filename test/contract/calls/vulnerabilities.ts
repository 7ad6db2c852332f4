import type { CallsOf } from "../call.ts";

export const vulnerabilities = {
  "vulnerabilities.get": {
    minimal: async (client, on) => client.vulnerabilities.get(await on.vulnerabilities.detected()),
    maximal: async (client, on) => client.vulnerabilities.get(String(await on.vulnerabilities.detected())),
  },
  "vulnerabilities.confirm": {
    minimal: async (client, on) => client.vulnerabilities.confirm(await on.vulnerabilities.detected()),
    maximal: async (client, on) => {
      const id = await on.vulnerabilities.detected();
      await client.vulnerabilities.confirm(id);
      return client.vulnerabilities.confirm(String(id));
    },
  },
  "vulnerabilities.resolve": {
    minimal: async (client, on) => client.vulnerabilities.resolve(await on.vulnerabilities.detected()),
    maximal: async (client, on) => {
      const id = await on.vulnerabilities.detected();
      await client.vulnerabilities.resolve(id);
      return client.vulnerabilities.resolve(String(id));
    },
  },
  "vulnerabilities.dismiss": {
    minimal: async (client, on) => client.vulnerabilities.dismiss(await on.vulnerabilities.detected()),
    maximal: async (client, on) => {
      const id = await on.vulnerabilities.detected();
      await client.vulnerabilities.dismiss(id);
      return client.vulnerabilities.dismiss(String(id));
    },
  },
  "vulnerabilities.revert": {
    minimal: async (client, on) => client.vulnerabilities.revert(await on.vulnerabilities.detected()),
    maximal: async (client, on) => {
      const id = await on.vulnerabilities.detected();
      await on.client.vulnerabilities.confirm(id);
      return client.vulnerabilities.revert(String(id));
    },
  },
} satisfies CallsOf<"vulnerabilities">;
