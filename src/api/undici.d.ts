// undici types its index only. The index must not be loaded (it installs a process-wide dispatcher),
// so the two modules used instead are declared here by what they export.
declare module "undici/lib/api/index.js" {
  import type Dispatcher from "undici/types/dispatcher.d.ts";

  const api: {
    connect: Dispatcher["connect"];
    request(this: Pick<Dispatcher, "dispatch">, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  };
  export default api;
}

declare module "undici/lib/dispatcher/agent.js" {
  import type Agent from "undici/types/agent.d.ts";

  const agent: typeof Agent;
  export default agent;
}
