import endpoints from "../../../contract/endpoints.json" with { type: "json" };
import type { Operation } from "./operation.ts";
import { operationTable } from "./operationTable.ts";

/** Every operation of the contract. The build replaces this file by the finished table, which keeps the contract out of the bundle. */
export const operations: readonly Operation[] = operationTable(endpoints);
