import { parseArgs } from "node:util";
import { startService, type ServiceOptions } from "./service.ts";

const USAGE = `node test/service/main.ts [options]

  --port N                  port on 127.0.0.1 (default 4000, 0 for any free one)
  --base-path /PATH         serve the instance in a sub-path
  --seed sample|empty       what it starts with (default sample)
  --concurrent N            how many jobs run at once (default 2, 0 for none)
  --access-token-seconds N  life of OAuth access tokens (default 7200)
  --no-extras               serve only the documented routes
  --no-review               leave out the routes of reviews
  --strict-positions        refuse positions of no version of the merge request
  --dialect gitlab|neutral  answers of real hosts, or of the documents
  --late MS                 hold every third answer of the API for up to MS ms, so that they come in another order
  --quiet                   do not print requests
`;

function readOptions(): ServiceOptions | undefined {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "4000" },
      "base-path": { type: "string" },
      seed: { type: "string", default: "sample" },
      concurrent: { type: "string", default: "2" },
      "access-token-seconds": { type: "string", default: "7200" },
      extras: { type: "boolean", default: true },
      review: { type: "boolean", default: true },
      "strict-positions": { type: "boolean", default: false },
      dialect: { type: "string", default: "gitlab" },
      late: { type: "string", default: "0" },
      quiet: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
    allowNegative: true,
  });
  if (values.help) return undefined;
  return {
    port: Number(values.port),
    ...(values["base-path"] === undefined ? {} : { basePath: values["base-path"] }),
    seed: values.seed === "empty" ? "empty" : "sample",
    concurrent: Number(values.concurrent),
    accessTokenSeconds: Number(values["access-token-seconds"]),
    extras: values.extras,
    review: values.review,
    strictPositions: values["strict-positions"],
    dialect: values.dialect === "neutral" ? "neutral" : "gitlab",
    gitStarter: true,
    late: Number(values.late),
    ...(values.quiet ? {} : { log: (line: string) => console.log(line) }),
  };
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) {
    console.log(USAGE);
    return;
  }
  const service = await startService(options);
  const stop = (): void => {
    // A second signal ends the process the hard way, should closing hang.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.removeListener(signal, stop);
    void service.close().then(() => process.exit(0));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  const info = await service.control.info();
  console.log(`Hosting service   ${info.url}`);
  console.log(`Project           ${info.project.path} (clone ${info.project.httpUrl})`);
  for (const user of Object.values(info.users))
    console.log(`User              ${user.username} / ${user.password}, personal access token ${user.token}`);
  console.log(`OAuth application ${info.oauth.clientId}`);
  console.log("Ctrl-C ends it.");
}

await main();
