/** Text for between tags and in quoted attributes. Characters that XML 1.0 cannot hold become U+FFFD. */
export function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd").replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
