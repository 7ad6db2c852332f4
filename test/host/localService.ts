/** The local hosting service that the outer process runs for these suites. */
import { connectControl, type ServiceControl, type ServiceInfo } from "../service/control.ts";

export interface LocalService {
  /** Base address of the instance. */
  readonly url: string;
  /** Users with passwords and tokens, the sample project, the application. */
  readonly info: ServiceInfo;
  /** Steers the service: faults, commits, made-up pipelines, logs by hand, waiting for a state. */
  readonly control: ServiceControl;
}

/** The service of this run. Throws outside of one. */
export function localService(): LocalService {
  const { FORGELINE_SERVICE: url, FORGELINE_SERVICE_INFO: info } = process.env;
  if (url === undefined || info === undefined) throw new Error("These suites run through npm run test:host");
  return { url, info: JSON.parse(info) as ServiceInfo, control: connectControl(url) };
}
