/** The code of administration. */
export { commands } from "./commands.ts";
export { AttributeDocuments } from "./customAttributes/documents.ts";
export { followRights } from "./rights.ts";
export { openAdministration } from "./view.ts";
