export { commands } from "./commands.ts";
export { CiFileChecker } from "./language/ciFileChecker.ts";
export { registerCiLanguage } from "./language/register.ts";
export { TemplateFiles } from "./language/templateFiles.ts";
