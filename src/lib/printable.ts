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

/** Control characters of both sets but tab and line feed, line separators, and the marks that turn the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals obey.
const commands = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

const allCommands = new RegExp(commands, 'g')

/** The colours of `Output.style`, or what would command a terminal. */
const coloursAndCommands = new RegExp(
  `(\\u001b\\[(?:[12]|22|3[12356]|39)m)|${commands.source}`,
  'g',
)

/**
 * The text with what would command a terminal written as `\\u001b`, as JSON has it, so that JSON stays the same JSON.
 * `keepsColours`: those of `Output.style` stay.
 */
export function escapeCommands(text: string, keepsColours = false): string {
  if (!commands.test(text)) return text
  if (!keepsColours) return text.replace(allCommands, escaped)
  return text.replace(coloursAndCommands, (found, colour) => colour ?? escaped(found))
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
