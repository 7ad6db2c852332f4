import { LANGUAGES } from "./languages.ts";
import { OPERATIONS } from "./operations.ts";
import { SITES } from "./sites.ts";
import { writeTemplate, type CiTemplate } from "./write.ts";

/** All CI templates by name: 71, so that a list of 20 has four pages, as on real hosts. */
export const TEMPLATES: readonly CiTemplate[] = [...LANGUAGES, ...SITES, ...OPERATIONS].map(writeTemplate).sort((a, b) => a.name.localeCompare(b.name, "en"));
