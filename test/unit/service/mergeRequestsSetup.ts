import type { ServiceOptions } from "../../service/service.ts";
import type { UserName } from "../../service/types.ts";
import { type Running, running } from "./calling.ts";

export type Workshop = Running;
export type Person = UserName;

/** A project `demo/work` with a first commit on `main`, and no CI. */
export async function workshop(options: ServiceOptions = {}): Promise<Workshop> {
  const at = await running(options);
  await at.service.control.createProject({ path: "demo/work", files: { "a.txt": "one\n", "b.txt": "two\n" } });
  return at;
}
