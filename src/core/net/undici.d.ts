// See api/undici.d.ts: the index must not be loaded, and only the index is typed.
declare module "undici/lib/dispatcher/proxy-agent.js" {
  import type ProxyAgent from "undici/types/proxy-agent.d.ts";

  const agent: typeof ProxyAgent;
  export default agent;
}

declare module "undici/lib/dispatcher/socks5-proxy-agent.js" {
  import type Socks5ProxyAgent from "undici/types/socks5-proxy-agent.d.ts";

  const agent: typeof Socks5ProxyAgent;
  export default agent;
}

declare module "undici/lib/dispatcher/pool.js" {
  import type Pool from "undici/types/pool.d.ts";

  const pool: typeof Pool;
  export default pool;
}

declare module "undici/lib/core/connect.js" {
  import type buildConnector from "undici/types/connector.d.ts";

  const build: typeof buildConnector;
  export default build;
}
