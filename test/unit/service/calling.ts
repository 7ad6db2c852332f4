import type { ServiceInfo } from "../../service/control.ts";
import { startService, type Service, type ServiceOptions } from "../../service/service.ts";

export interface Running extends AsyncDisposable {
  readonly service: Service;
  readonly info: ServiceInfo;
  /** Sends JSON as alice. @param path below the instance */
  call(method: string, path: string, sent: { readonly body: unknown }): Promise<Response>;
}

/** A service for one test, closed at its end by `await using`. */
export async function running(options: ServiceOptions = {}): Promise<Running> {
  const service = await startService({ seed: "empty", ...options });
  const info = await service.control.info();
  const headers = { "PRIVATE-TOKEN": info.users.alice.token, "Content-Type": "application/json" };
  return {
    service,
    info,
    call: (method, path, { body }) => fetch(service.url + path, { method, headers, body: JSON.stringify(body) }),
    [Symbol.asyncDispose]: () => service.close(),
  };
}
