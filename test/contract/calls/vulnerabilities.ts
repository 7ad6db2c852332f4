import type { Client } from "../../../src/api/client.ts";
import type { CallsOf } from "../call.ts";
import type { Subjects } from "../subjects.ts";

/** Judges a vulnerability, and one that is judged so already. */
const judged = (action: "confirm" | "resolve" | "dismiss") => ({
  minimal: async (client: Client, on: Subjects) => client.vulnerabilities[action](await on.vulnerabilities.detected()),
  maximal: async (client: Client, on: Subjects) => {
    const id = await on.vulnerabilities.detected();
    await client.vulnerabilities[action](id);
    return client.vulnerabilities[action](String(id));
  },
});

export const vulnerabilities = {
  "vulnerabilities.get": {
    minimal: async (client, on) => client.vulnerabilities.get(await on.vulnerabilities.detected()),
    maximal: async (client, on) => client.vulnerabilities.get(String(await on.vulnerabilities.detected())),
  },
  "vulnerabilities.confirm": judged("confirm"),
  "vulnerabilities.resolve": judged("resolve"),
  "vulnerabilities.dismiss": judged("dismiss"),
  "vulnerabilities.revert": {
    minimal: async (client, on) => client.vulnerabilities.revert(await on.vulnerabilities.detected()),
    maximal: async (client, on) => {
      const id = await on.vulnerabilities.detected();
      await on.client.vulnerabilities.confirm(id);
      return client.vulnerabilities.revert(String(id));
    },
  },
} satisfies CallsOf<"vulnerabilities">;
