/** Has the service refuse requests, as hosts do. */
import type { FaultRule } from "../service/control.ts";
import { localService } from "./localService.ts";

/** Answers with 403. @param path source of a regular expression */
export function refuse(path: string, rule: Pick<FaultRule, "method" | "times"> = {}): Promise<void> {
  return localService().control.fault({ path, status: 403, body: { message: "403 Forbidden" }, ...rule });
}
