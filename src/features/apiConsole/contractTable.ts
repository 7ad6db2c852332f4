import endpoints from "../../../test/contract/contract/endpoints.json" with { type: "json" };
import type { Operation } from "./operation.ts";
import { operationTable } from "./operationTable.ts";

/** Every operation of the contract. The build puts the finished table in the place of this file, so that the contract stays out of the bundle. */
export const operations: readonly Operation[] = operationTable(endpoints);
