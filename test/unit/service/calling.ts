import type { ServiceInfo } from "../../service/control.ts";
import { startService, type Service, type ServiceOptions } from "../../service/service.ts";

export interface Running extends AsyncDisposable {
  readonly service: Service;
  readonly info: ServiceInfo;
}

/** A service for one test, closed at its end by `await using`. */
export async function running(options: ServiceOptions = {}): Promise<Running> {
  const service = await startService({ seed: "empty", ...options });
  return { service, info: await service.control.info(), [Symbol.asyncDispose]: () => service.close() };
}
