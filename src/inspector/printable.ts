/** Control characters, marks that turn the direction of text, and halves of surrogate pairs. */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** A text of somebody else with what cannot be seen in it written out. */
export function printable(text: string): string {
  return text.replaceAll(unseen, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
