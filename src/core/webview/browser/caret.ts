/** CSS properties that affect where the characters of a text box are. */
const looks = [
  "border-bottom-width",
  "border-left-width",
  "border-right-width",
  "border-top-width",
  "direction",
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "letter-spacing",
  "line-height",
  "overflow-wrap",
  "padding-bottom",
  "padding-left",
  "padding-right",
  "padding-top",
  "tab-size",
  "text-align",
  "text-indent",
  "white-space",
  "word-break",
  "word-spacing",
];

/** Returns where a character of a text box is in the window, in px. Browsers do not expose it, so a copy of the text is laid out. */
export function placeOfCharacter(box: HTMLTextAreaElement, at: number): DOMRect {
  const copy = document.createElement("div");
  const style = getComputedStyle(box);
  for (const look of looks) copy.style.setProperty(look, style.getPropertyValue(look));
  const { left, top } = box.getBoundingClientRect();
  const own = {
    "border-style": "solid",
    "box-sizing": "border-box",
    left: `${left - box.scrollLeft}px`,
    position: "fixed",
    top: `${top - box.scrollTop}px`,
    visibility: "hidden",
    // A scroll bar takes room from the text.
    width: `${box.clientWidth + 2 * box.clientLeft}px`,
  };
  for (const [look, value] of Object.entries(own)) copy.style.setProperty(look, value);
  const character = document.createElement("span");
  character.textContent = box.value.slice(at) || ".";
  copy.append(box.value.slice(0, at), character);
  document.body.append(copy);
  const [first] = character.getClientRects();
  copy.remove();
  return first ?? box.getBoundingClientRect();
}
