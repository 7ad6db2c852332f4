import type { Hosting } from "../hosting.ts";
import type { Route } from "../http/router.ts";
import { withWarnings } from "./packageFeed.ts";
import { packageSymbolRoutes } from "./packagesSymbols.ts";
import { packageUploadRoutes } from "./packagesUpload.ts";
import { packageV2Routes } from "./packagesV2.ts";
import { packageV3Routes } from "./packagesV3.ts";

/** Part 1, A: the package feeds. */
export function packageRoutes(hosting: Hosting): Route[] {
  return [
    ...packageV3Routes(hosting),
    ...packageV2Routes(hosting),
    ...packageSymbolRoutes(hosting),
    ...packageUploadRoutes(hosting),
  ].map(withWarnings);
}
