// See api/undici.d.ts: the index must not be loaded, and only the index is typed.
declare module "undici/lib/dispatcher/proxy-agent.js" {
  import type ProxyAgent from "undici/types/proxy-agent.d.ts";

  const agent: typeof ProxyAgent;
  export default agent;
}
