/** A text can be anything that a contract chose; a page of it tells nobody more. */
const longestText = 300

/** The text in one line, without what would command a terminal. */
export function printable(text: string, longest = longestText): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text
  // Control characters and the marks that turn the direction of writing.
  return short.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
