import { targets } from "./target.ts";

/** What keeps all calls from the server that flags name, such as a wrong token: one message instead of a failure of each call. */
export async function wrongWithServer(): Promise<string | undefined> {
  try {
    for (const target of targets()) await (await target.open()).close();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
